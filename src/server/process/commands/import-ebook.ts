import { parseArgs } from 'node:util'
import { auditModule } from '#server/audit/index.ts'
import { cacheTagsModule } from '#server/platform/pages/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { parseCommandConfig } from '#server/process/config/config.ts'
import { migrate, type Database } from '#server/platform/database/index.ts'
import {
  describeProblem,
  prepareEbook,
  readEbookFolder,
  storeEbook,
  withEbookFolder,
  type PreparedEbook,
  type Problem,
} from '#server/moving/ebooks/index.ts'
import { libraryModule } from '#server/library/index.ts'
import { rateLimiterModule } from '#server/platform/protection/index.ts'
import { uploadsModule, type Uploads } from '#server/platform/media/index.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run import-ebook -- <folder or zip>: imports an e-book from a folder of Markdown, as a draft. Runs when loaded.

const usage =
  'npm run import-ebook -- <folder or zip>   (--publish to publish it at once, --check to only look for mistakes)'

await runCommand('Nothing was imported', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { publish: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) throw new UsageError(usage)
  const prepared = await withEbookFolder(path, prepare)
  if ('problems' in prepared) throw problemsError(prepared.problems)
  const { source } = prepared
  if (values.check)
    return say(
      `${source.title}: nothing is wrong with it\nnot checked, because that needs the database: whether an e-book of this title is there already`,
    )
  const config = parseCommandConfig(process.env)
  await withDatabase(config, async (database) => {
    await migrate(database)
    const clock = systemClock
    const uploads = uploadsModule({ database, clock, rateLimiter: rateLimiterModule({ database, clock }) })
    const id = await store(database, uploads, prepared, values.publish)
    say(`${source.title} is ${values.publish ? 'published' : 'a draft'} now: ${config.publicUrl}/e-book/${id}`)
  })
})

type Opened = { folder: string } | { problems: Problem[] }
/** All that is read of the folder. */
async function prepare(opened: Opened): Promise<PreparedEbook | { problems: Problem[] }> {
  const read = 'problems' in opened ? opened : await readEbookFolder(opened.folder)
  return 'problems' in read ? read : prepareEbook(read.source)
}

async function store(database: Database, uploads: Uploads, prepared: PreparedEbook, publish: boolean): Promise<string> {
  const cacheTags = await cacheTagsModule(database)
  const audit = auditModule({ database, clock: systemClock })
  const { edit, hasEbook } = libraryModule({ database, cacheTags, audit, clock: systemClock })
  try {
    if (await hasEbook(prepared.source.title))
      throw new UsageError(
        `an e-book "${prepared.source.title}" is there already: give this one another title, or delete that one`,
      )
    return await database.transaction(async (tx) => {
      const ebookId = await storeEbook(
        tx,
        { edit, uploads },
        {
          prepared,
          publishedAt: publish ? systemClock.now() : null,
        },
      )
      // The audit log shows entries without an actor as done by the system.
      await audit.record(tx, { actorId: null, action: 'ebook.imported', subjectId: ebookId })
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
