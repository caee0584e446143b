import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { Notice } from './kinds.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id })
})
afterAll(() => site.close())

const modules = () => site.app.modules.notifications
const answered = (userId: string, title: string): Notice => ({
  kind: 'answer',
  userId,
  data: {
    courseId: course.id,
    courseTitle: course.title,
    questionId: crypto.randomUUID(),
    title,
    byStaff: true,
    excerpt: '',
  },
})

type Step =
  | { kind: 'tell' }
  | { kind: 'announce' }
  | { kind: 'up-to'; index: number }
  | { kind: 'ids'; indexes: number[] }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: 'tell' }),
  fc.constant<Step>({ kind: 'announce' }),
  fc.record({ kind: fc.constant('up-to' as const), index: fc.nat(20) }),
  fc.record({ kind: fc.constant('ids' as const), indexes: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }) }),
)

test(
  'what devices mark adds up, and nothing becomes unread again, whatever the order',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const me = await site.createStudent()
        await site.enroll(me, course)
        const told: string[] = []
        const read = new Set<string>()
        for (const one of steps) {
          site.clock.advance(1000)
          if (one.kind === 'tell') {
            await site.database.transaction((tx) => modules().notify(tx, answered(me.id, 'Satu')))
            const { rows } = await modules().list(me.id, { page: 1, limit: 1 })
            told.push(rows[0]?._id ?? '')
          } else if (one.kind === 'announce') {
            const data = {
              courseId: course.id,
              courseTitle: course.title,
              announcementId: crypto.randomUUID(),
              title: 'Dua',
              excerpt: '',
            }
            const sent = {
              kind: 'announcement' as const,
              data,
              courseId: course.id,
              actorId: instructor.id,
              to: { userIds: [me.id] },
            }
            told.push(await site.database.transaction((tx) => modules().broadcast(tx, sent)))
          } else if (told.length > 0 && one.kind === 'up-to') {
            const index = one.index % told.length
            for (const id of told.slice(0, index + 1)) read.add(id)
            await modules().read(me.id, { upTo: told[index] })
          } else if (told.length > 0 && one.kind === 'ids') {
            const ids = one.indexes.map((index) => told[index % told.length] ?? '')
            for (const id of ids) read.add(id)
            // Two devices at the same moment.
            await Promise.all([modules().read(me.id, { ids }), modules().read(me.id, { ids: ids.slice(0, 1) })])
          }
          const { rows, unread } = await modules().list(me.id, { page: 1, limit: 50 })
          expect(
            rows
              .filter(({ isRead }) => isRead)
              .map(({ _id }) => _id)
              .sort(),
          ).toEqual([...read].sort())
          expect(unread).toBe(told.length - read.size)
        }
      }),
      { numRuns: 15 },
    )
  },
)

test('ten sessions that tell, mark and look at the same moment lose nothing and tell nothing twice', async () => {
  const me = await site.createStudent()
  await site.enroll(me, course)
  await Promise.all(
    Array.from({ length: 10 }, async (_, session) => {
      await site.database.transaction((tx) => modules().notify(tx, answered(me.id, `Sesi ${session}`)))
      const { rows } = await modules().list(me.id, { page: 1, limit: 50 })
      await modules().read(me.id, { ids: rows.map(({ _id }) => _id) })
    }),
  )
  const { rows } = await modules().list(me.id, { page: 1, limit: 50 })
  expect(rows.map(({ title }) => title).sort()).toEqual(
    Array.from({ length: 10 }, (_, session) => `Instruktur menjawab: Sesi ${session}`).sort(),
  )
  const newest = rows[0]?._id
  await Promise.all(Array.from({ length: 10 }, () => modules().read(me.id, { upTo: newest })))
  expect(await modules().countUnread(me.id)).toBe(0)
})

test('mails of an announcement go out once each, with ten processes at work', async () => {
  const own = await site.createCourse({ instructorId: instructor.id })
  const students = await Promise.all(Array.from({ length: 12 }, () => site.createStudent()))
  for (const who of students) await site.enroll(who, own)
  await site.call('POST', `/courses/${own.id}/announcements`, {
    token: instructor.token,
    body: { title: 'Sekali saja', text: 'Isi' },
  })
  site.clock.advance(10 * 60_000)
  await Promise.all(Array.from({ length: 10 }, () => site.app.jobs.run('broadcasts', 'digests')))
  for (const who of students)
    expect((await site.mailsTo(who.email)).map(({ subject }) => subject)).toEqual(['Sekali saja'])
})
