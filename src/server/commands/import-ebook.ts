import { parseArgs } from 'node:util'
import { createAudit } from '#server/audit/index.ts'
import { createChanges } from '#server/changes/index.ts'
import { systemClock } from '#server/clock.ts'
import { ConfigError, parseConfig } from '#server/config.ts'
import { isDatabaseAway, migrate, openDatabase, type Database } from '#server/database/index.ts'
import { createLibrary, describeProblem, prepareEbook, readEbookFolder, storeEbook, type PreparedEbook, type Problem } from '#server/library/index.ts'
import { createThrottle } from '#server/throttle/index.ts'
import { createUploads } from '#server/uploads/index.ts'

// npm run import-ebook -- <folder>: an e-book from a folder of Markdown, as a draft. Acts when loaded.

const usage = 'npm run import-ebook -- <folder>   (--publish to publish it at once, --check to only look for mistakes)'

/** Something the operator can mend: told in a few lines. */
class Refusal extends Error {}

try {
  process.loadEnvFile('.env')
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (!folder || positionals.length > 1) throw new Refusal(usage)
  const read = await readEbookFolder(folder)
  if ('problems' in read) throw refusal(read.problems)
  if (values.check) {
    process.stdout.write(`${read.source.title}: nothing is wrong with it\n`)
  } else {
    const config = parseConfig(process.env)
    const database = await openDatabase(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir })
    try {
      await migrate(database)
      const uploads = createUploads({ database, clock: systemClock, throttle: createThrottle({ database, clock: systemClock }), inUse: [] })
      const prepared = await prepareEbook(uploads, read.source)
      if ('problems' in prepared) throw refusal(prepared.problems)
      const id = await store(database, prepared, values.publish)
      process.stdout.write(`${read.source.title} is ${values.publish ? 'published' : 'a draft'} now: ${config.publicUrl}/e-book/${id}\n`)
    } finally {
      await database.close()
    }
  }
} catch (error) {
  process.stderr.write(`Nothing was imported: ${told(error)}\n`)
  process.exitCode = 1
}

async function store(database: Database, prepared: PreparedEbook, publish: boolean): Promise<string> {
  const changes = await createChanges(database)
  const audit = createAudit({ database, clock: systemClock })
  const { edit, hasEbook } = createLibrary({ database, changes, audit, clock: systemClock })
  const uploads = createUploads({ database, clock: systemClock, throttle: createThrottle({ database, clock: systemClock }), inUse: [] })
  try {
    if (await hasEbook(prepared.source.title))
      throw new Refusal(`an e-book "${prepared.source.title}" is there already: give this one another title, or delete that one`)
    return await database.transaction(async (tx) => {
      const ebookId = await storeEbook(tx, { edit, uploads }, prepared, { publishedAt: publish ? systemClock.now() : null })
      // No account did it: the log calls that the system.
      await audit.record(tx, { actorId: null, action: 'ebook.imported', subjectKind: 'ebook', subjectId: ebookId })
      return ebookId
    })
  } finally {
    changes.close()
  }
}

function refusal(problems: readonly Problem[]): Refusal {
  return new Refusal(
    `${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}\n${problems.map((problem) => `  ${describeProblem(problem)}`).join('\n')}`,
  )
}

function told(error: unknown): string {
  if (isDatabaseAway(error)) return 'the database of DATABASE_URL does not answer'
  if (error instanceof Refusal || error instanceof ConfigError) return error.message
  if (error instanceof Error && error.name === 'FolderInUse') return `${error.message}; the embedded database belongs to one process: stop the server first`
  if (error instanceof Error && error.message.includes('option')) return `${error.message.split('.')[0]}. ${usage}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
