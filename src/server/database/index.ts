export { openDatabase, openTemporaryDatabase, type Database, type Queryable, type Transaction } from './database.ts'
export { migrate } from './migrate.ts'
export { isDatabaseAway, isUniqueViolation } from './failures.ts'
