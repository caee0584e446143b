export { openDatabase, openTemporaryDatabase, type Database, type Queryable, type Transaction } from './database.ts'
export { migrate } from './migrate.ts'
export { inPages } from './pages.ts'
export { isDatabaseAway, isStillReferred, isTooSlow, isUniqueViolation } from './failures.ts'
