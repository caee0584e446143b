export { seedPurchases } from './purchases.ts'
export { seedStudies } from './studies.ts'
export { demoAccounts, demoPassword, seedCategories, seedDemo } from './seed.ts'
