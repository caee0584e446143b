import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endWithParent } from '#server/platform/child-process.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Creates and migrates the embedded database of the data folder that is its argument. Runs when loaded, for create-in-child-process.ts.

endWithParent()
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('create-database.ts needs a data folder')
const release = lockFolder(dataDir)
// Moved when it is complete: a database whose creation was interrupted cannot be opened.
const creating = join(dataDir, 'creating')
await rm(creating, { recursive: true, force: true })
const database = await openDatabase({ dataDir: creating })
await migrate(database)
await database.close()
await rename(join(creating, 'database'), join(dataDir, 'database'))
await rm(creating, { recursive: true })
release()
