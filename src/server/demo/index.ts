export { seedPurchases } from './purchases.ts'
export { demoAccounts, demoPassword, seedCategories, seedDemo } from './seed.ts'
