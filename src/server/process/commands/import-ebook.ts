import { parseArgs } from 'node:util'
import { auditModule } from '#server/platform/audit/index.ts'
import { cacheTagsModule } from '#server/platform/cache-tags/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { migrate, openDatabase, type Database } from '#server/platform/database/index.ts'
import {
  describeProblem,
  prepareEbook,
  readEbookFolder,
  storeEbook,
  type PreparedEbook,
  type Problem,
} from '#server/library/import/index.ts'
import { libraryModule } from '#server/library/index.ts'
import { rateLimiterModule } from '#server/platform/rate-limiter/index.ts'
import { uploadsModule } from '#server/platform/uploads/index.ts'
import { runCommand, say, UsageError } from './installation/run-command.ts'

// npm run import-ebook -- <folder>: imports an e-book from a folder of Markdown, as a draft. Runs when loaded.

const usage = 'npm run import-ebook -- <folder>   (--publish to publish it at once, --check to only look for mistakes)'

await runCommand('Nothing was imported', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (!folder || positionals.length > 1) throw new UsageError(usage)
  const read = await readEbookFolder(folder)
  if ('problems' in read) throw problemsError(read.problems)
  if (values.check) {
    say(`${read.source.title}: nothing is wrong with it`)
  } else {
    const config = parseCommandConfig(process.env)
    const database = await openDatabase(
      config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir },
    )
    try {
      await migrate(database)
      const uploads = uploadsModule({
        database,
        clock: systemClock,
        rateLimiter: rateLimiterModule({ database, clock: systemClock }),
      })
      const prepared = await prepareEbook(uploads, read.source)
      if ('problems' in prepared) throw problemsError(prepared.problems)
      const id = await store(database, prepared, values.publish)
      say(`${read.source.title} is ${values.publish ? 'published' : 'a draft'} now: ${config.publicUrl}/e-book/${id}`)
    } finally {
      await database.close()
    }
  }
})

async function store(database: Database, prepared: PreparedEbook, publish: boolean): Promise<string> {
  const cacheTags = await cacheTagsModule(database)
  const audit = auditModule({ database, clock: systemClock })
  const { edit, hasEbook } = libraryModule({ database, cacheTags, audit, clock: systemClock })
  const uploads = uploadsModule({
    database,
    clock: systemClock,
    rateLimiter: rateLimiterModule({ database, clock: systemClock }),
  })
  try {
    if (await hasEbook(prepared.source.title))
      throw new UsageError(
        `an e-book "${prepared.source.title}" is there already: give this one another title, or delete that one`,
      )
    return await database.transaction(async (tx) => {
      const ebookId = await storeEbook(tx, { edit, uploads }, prepared, {
        publishedAt: publish ? systemClock.now() : null,
      })
      // The audit log shows entries without an actor as done by the system.
      await audit.record(tx, { actorId: null, action: 'ebook.imported', subjectKind: 'ebook', subjectId: ebookId })
      return ebookId
    })
  } finally {
    cacheTags.close()
  }
}

function problemsError(problems: readonly Problem[]): UsageError {
  return new UsageError(
    `${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}\n${problems.map((problem) => `  ${describeProblem(problem)}`).join('\n')}`,
  )
}
