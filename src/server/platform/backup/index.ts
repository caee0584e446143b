export { openBackupFile, openBackupPlace } from './file/backup-file.ts'

export { connectToProduct, listenForCommands } from './control-socket.ts'
export { BackupFailure, describeFileFailure, noBackupMade } from './failure.ts'
export { makeBackup } from './making/make-backup.ts'
export { move } from './move.ts'
export {
  listViolations,
  planRestore,
  readPlan,
  restore,
  restoredSettings,
  type RestorePlan,
} from './restoring/restore.ts'
export { listRuns } from './making/runs.ts'
export { hasDatabase } from './making/source.ts'
export { backupSchedule } from './making/schedule.ts'
