import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'

// Writes a packed archive of an empty database to the path that is given: opening it takes a tenth of the time of creating one. The build runs it.

const [path = ''] = process.argv.slice(2)
const database = await PGlite.create()
// Copies of the database from which others are made: two thirds of the files.
await database.exec(`update pg_database set datistemplate = false where datname like 'template%'`)
for (const name of ['template0', 'template1']) await database.exec(`drop database ${name}`)
await database.exec('checkpoint')
const archive = await database.dumpDataDir('none')
await writeFile(path, gzipSync(await archive.bytes(), { level: 9 }))
await database.close()
