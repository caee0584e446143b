import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { addAssignment, addQuiz, type Assessment } from '#server/assessment/index.ts'
import { addExercise, type Exercises } from '#server/exercises/index.ts'
import { auditModule } from '#server/audit/index.ts'
import { cacheTagsModule } from '#server/platform/pages/index.ts'
import { catalogModule } from '#server/catalog/index.ts'
import { readStoredSettings } from '#server/site/settings/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { parseCommandConfig, type CommandConfig } from '#server/process/config/config.ts'
import {
  checkFiles,
  describeMistake,
  importFiles,
  limits,
  mistakeList,
  readArchive,
  readFolder,
  type Mistake,
} from '#server/moving/index.ts'
import { migrate, type Database } from '#server/platform/database/index.ts'
import { listStaff } from '#server/identity/index.ts'
import {
  addDocument,
  addVideo,
  findVideos,
  holdVideo,
  inspectBytes,
  uploadsModule,
} from '#server/platform/media/index.ts'
import { rateLimiterModule } from '#server/platform/protection/index.ts'
import { openDocumentStore } from '#server/process/open-media-store.ts'
import { withDatabase } from './on-installation.ts'
import { runCommand, say, UsageError } from './run-command.ts'

// npm run import-course -- <folder or zip>: imports a course as a draft. Runs when loaded.

const usage =
  'npm run import-course -- <folder or zip>   (--publish to publish it at once, --check to only look for mistakes, --essays-as-assignments, --instructor <email>)'

await runCommand('Nothing was imported', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      publish: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'essays-as-assignments': { type: 'boolean', default: false },
      instructor: { type: 'string' },
    },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) throw new UsageError(usage)
  const mistakes = mistakeList()
  const essaysAsAssignments = values['essays-as-assignments']
  const { files, foreign, report } = await readFiles(path, mistakes, { essaysAsAssignments })
  const sayReport = () => {
    for (const { name, kind, outcome, note } of report)
      if (outcome !== 'imported') say(`${outcome}: ${kind} "${name}": ${note}`)
  }
  // It has neither a category nor a price.
  const shouldPublish = values.publish && !foreign
  if (values.check) {
    const source = await checkFiles(files, mistakes, { shouldPublish, foreign })
    sayReport()
    if (!source) throw mistakesError(mistakes.list())
    for (const file of source.unused) say(`${file}: nothing refers to this file`)
    say(`${source.fields.title}: nothing is wrong with it`)
    const hasVideos = source.groups.some(({ lessons }) => lessons.some((lesson) => lesson.source.check))
    const unchecked = [...(source.category === null ? [] : ['its category']), ...(hasVideos ? ['its videos'] : [])]
    if (unchecked.length > 0) say(`not checked, because that needs the database: ${unchecked.join(' and ')}`)
    return
  }
  const config = parseCommandConfig(process.env)
  await withDatabase(config, async (database) => {
    await migrate(database)
    const importer = await findImporter(database, values.instructor)
    const deps = await createDeps(database, config)
    try {
      const imported = await importFiles(deps, {
        files,
        mistakes,
        importer,
        actorId: null,
        shouldPublish,
        isDryRun: false,
        foreign,
      })
      sayReport()
      if (imported.outcome === 'mistakes') throw mistakesError(imported.mistakes)
      const { title, courseId, missingVideos = [] } = imported.summary
      for (const lesson of missingVideos)
        say(`${lesson}: its video is neither in the file nor here; upload it in the lesson`)
      say(
        `${title} is ${shouldPublish ? 'published' : 'a draft'} now, of ${importer.email}: ${config.publicUrl}/admin/course/${courseId}`,
      )
    } finally {
      await deps.cacheTags.close()
    }
  })
})

async function readFiles(
  path: string,
  mistakes: ReturnType<typeof mistakeList>,
  options: { essaysAsAssignments: boolean },
) {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new UsageError(`there is no ${path}`)
    throw error
  })
  if (found.isDirectory()) return { files: await readFolder(path, mistakes), foreign: null, report: [] }
  if (found.size > limits.zipBytes) throw new UsageError(`a zip has at most ${limits.zipBytes / 1024 / 1024} MB`)
  return readArchive(await readFile(path), mistakes, options)
}

/** The instructor of the new course: the named one, or the first admin. */
async function findImporter(database: Database, email: string | undefined) {
  const staff = await listStaff(database.query)
  if (email !== undefined) {
    const named = staff.find((account) => account.email === email.toLowerCase())
    if (!named) throw new UsageError(`${email} is no instructor or admin`)
    return named
  }
  const [first] = staff
    .filter(({ role }) => role === 'admin')
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  if (!first) throw new UsageError('there is no admin yet: run npm run create-admin first, or name an --instructor')
  return first
}

async function createDeps(database: Database, config: CommandConfig) {
  const clock = systemClock
  const cacheTags = await cacheTagsModule(database)
  const files = { database, clock, ...openDocumentStore(config) }
  return {
    database,
    cacheTags,
    // An import presents no people.
    catalog: catalogModule({
      database,
      cacheTags,
      clock,
      identity: { findUserProfiles: async () => new Map() },
      settings: { readSite: () => readStoredSettings(database.query) },
    }),
    assessment: {
      addQuiz: (...[tx, quiz]: Parameters<Assessment['addQuiz']>) => addQuiz(tx, { clock }, quiz),
      addAssignment: (...[tx, assignment]: Parameters<Assessment['addAssignment']>) =>
        addAssignment(tx, { clock }, assignment),
    },
    exercises: {
      addExercise: (...[tx, exercise]: Parameters<Exercises['addExercise']>) => addExercise(tx, { clock }, exercise),
    },
    media: {
      findByChecksum: (sha256: string) => findVideos(database.query, sha256),
      hold: holdVideo,
      addDocument: (document: Parameters<typeof addDocument>[1]) => addDocument(files, document),
      addVideo: (video: Parameters<typeof addVideo>[1]) => addVideo(files, video),
      inspect: (bytes: Uint8Array, userId: string) => inspectBytes(files, bytes, userId),
    },
    uploads: uploadsModule({ database, clock, rateLimiter: rateLimiterModule({ database, clock }) }),
    audit: auditModule({ database, clock }),
  }
}

function mistakesError(mistakes: readonly Mistake[]): UsageError {
  const lines = mistakes.map((mistake) => `  ${describeMistake(mistake)}`).join('\n')
  return new UsageError(`${mistakes.length} ${mistakes.length === 1 ? 'mistake' : 'mistakes'}\n${lines}`)
}
