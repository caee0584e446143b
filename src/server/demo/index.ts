export { demoAccounts, demoPassword, seedCategories, seedDemo } from './seed.ts'
