import { migrate, openDatabase } from '#server/platform/database/index.ts'
import { startTestSite } from '#testing/test-site.ts'
import { coursesFor, fillAtScale, readSubjects } from './fill.ts'
import type { HotCall } from './hot-calls.ts'
import type { Statement } from './read-plans.ts'

export type ScaleSite = Awaited<ReturnType<typeof openScaleSite>>

type Options = {
  databaseUrl: string
  students: number
  courses?: number
  seed: number
  onProgress?: (done: number, all: number) => void
}

/** The whole application on a PostgreSQL that was filled with this many students. */
export async function openScaleSite({
  databaseUrl,
  students,
  courses = coursesFor(students),
  seed,
  onProgress,
}: Options) {
  const recorded: Statement[] = []
  let isRecording = false
  const database = await openDatabase({
    databaseUrl,
    onQuery: (text, values) => void (isRecording && recorded.push({ text, values })),
  })
  await migrate(database)
  await fillAtScale(database, { students, courses, seed, ...(onProgress ? { onProgress } : {}) })
  const session = await database.openSession()
  const subjects = await readSubjects(session, { students, courses })
  await session.close()
  const site = await startTestSite({ database })
  return {
    site,
    subjects,
    databaseUrl,
    /** Milliseconds that this call takes. */
    async time(call: HotCall, random: () => number): Promise<number> {
      const began = performance.now()
      await call.run(site, subjects, random)
      return performance.now() - began
    },
    /** The statements that this call sends. */
    async record(call: HotCall, random: () => number): Promise<Statement[]> {
      recorded.length = 0
      isRecording = true
      await call.run(site, subjects, random)
      isRecording = false
      return [...recorded]
    },
    close: () => site.close(),
  }
}
