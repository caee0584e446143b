export { demoAccounts, demoPassword } from './accounts.ts'
export { seedCategories, seedDemo } from './seed.ts'
