export { bytea, timestamptz } from './column-types.ts'
export { createDatabaseInChildProcess } from './engines/create-in-child-process.ts'
export { openDatabase, openTemporaryDatabase, type Database } from './database.ts'
export { type Invariant, type Queryable, type Session, type SlowQuery, type SlowQueryLimit, type Tx } from './driver.ts'
export { listMigrations, listPendingMigrations, migrate } from './migrate.ts'
export { assessStatement, type Effect } from './assess-statement.ts'
export { splitStatements } from './migration-script.ts'
export { rejectUnfinishedRestore, restoringFolder } from './unfinished-restore.ts'
export { inBatches, insertAll } from './batches.ts'
export { deleteSome } from './delete-some.ts'
export { owned, personalDataOf, type Owned, type PersonalData } from './owned.ts'
export { pagesOf, rowPages } from './row-pages.ts'
export {
  countedUpTo,
  countUpTo,
  keyset,
  type Keyset,
  type KeysetInput,
  type KeysetOrder,
  type KeysetPage,
} from './keyset.ts'
export { measureQueue } from './measure-queue.ts'
export { isStale, saveVersioned } from './versioned.ts'
export { describeDatabaseFailure } from './describe-failure.ts'
export {
  causesOf,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isLockConflict,
  isStatementTimeout,
  isUniqueViolation,
} from './failures.ts'
export { containing, containsText, escapeLike, lockUntilCommit, lockUntilCommitPatiently } from './expressions.ts'
