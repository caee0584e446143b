import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

// Creates and migrates the embedded database of the data folder that is its argument. Runs when loaded, for create-in-child-process.ts.

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('create-database.ts needs a data folder')
const database = await openDatabase({ dataDir })
await migrate(database)
await database.close()
