import type { Database, Session } from '#server/platform/database/index.ts'
import * as steps from './fill-sql.ts'

export type Size = { students: number; courses: number }

/** As many courses as a shop of this size has: 10,000 at 900,000 students. */
export const coursesFor = (students: number): number => Math.max(40, Math.ceil(students / 90))
const signedInStudents = 200
const peoplePerStep = 50_000
const coursesPerStep = 500
const studentsPerStep = 2_000

type Options = Size & { seed: number; onProgress?: (done: number, all: number) => void }

/** Fills a migrated PostgreSQL with what this many students do. Continues where an interrupted fill stopped. */
export async function fillAtScale(
  database: Database,
  { students, courses, seed, onProgress = () => {} }: Options,
): Promise<void> {
  const session = await database.openSession()
  try {
    await session.run(steps.functions(seed))
    const instructors = Math.ceil(courses / 10)
    const all: [name: string, script: string][] = [
      ['staff', steps.withoutTriggers(steps.staff(instructors))],
      ...ranges(courses, coursesPerStep).map(([from, to]): [string, string] => [
        `courses ${from}`,
        steps.courses(from, to, instructors),
      ]),
      ...ranges(students, peoplePerStep).map(([from, to]): [string, string] => [
        `people ${from}`,
        steps.withoutTriggers(steps.people(from, to)),
      ]),
      ['statistics', 'analyze users; analyze courses; analyze contents'],
      ['drop indexes', steps.dropIndexes],
      ...ranges(students, studentsPerStep).map(([from, to]): [string, string] => [
        `studies ${from}`,
        steps.withoutTriggers(steps.studies(from, to, courses)),
      ]),
      ['create indexes', steps.createIndexes],
      ['traces', steps.traces(Math.ceil(students / 5))],
      ['counters', steps.counters],
      ['figures', steps.figures],
      ['sessions', steps.sessions(Math.min(students, signedInStudents))],
    ]
    const done = new Set(
      (await session.query<{ name: string }>('select name from scale.steps')).map(({ name }) => name),
    )
    for (const [index, [name, script]] of all.entries()) {
      if (!done.has(name)) await session.run(`insert into scale.steps (name) values ('${name}');\n${script}`)
      onProgress(index + 1, all.length)
    }
    await session.run('vacuum analyze')
  } finally {
    await session.close()
  }
}

function ranges(count: number, step: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => [
    index * step + 1,
    Math.min(count, (index + 1) * step),
  ])
}

export type Study = { courseId: string; lessonId: string; transactionId: string | null }

/** Reads what the signed-in students study, and the most popular courses. */
export async function readSubjects(session: Session, { students, courses }: Size) {
  const studies: { token: string; study: Study }[] = []
  for (let number = 1; number <= Math.min(students, signedInStudents); number++) {
    for (const study of await session.query<Study>(steps.studyOf(number)))
      studies.push({ token: steps.studentToken(number), study })
  }
  const courseIds: string[] = []
  for (let number = 1; number <= Math.min(courses, signedInStudents); number++) {
    if (number % 40 !== 39) courseIds.push((await session.query<{ id: string }>(steps.courseId(number)))[0]?.id ?? '')
  }
  return { studies, courseIds, students, courses }
}
export type Subjects = Awaited<ReturnType<typeof readSubjects>>
