import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MyNote } from '#contract/learning/notes.ts'
import type { MadeCourse, MadeEbook, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
let ebook: MadeEbook
let student: SignedIn

const enroll = (who: SignedIn) => site.enroll(who, course)

async function writeNote(who: SignedIn, lesson: number, text: string, version = 0) {
  const { status } = await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[lesson]}/note`, {
    token: who.token,
    body: { text, version },
  })
  expect(status).toBe(200)
}

async function mark(
  who: SignedIn,
  {
    deleted = false,
    ...changes
  }: { kind: 'bookmark' | 'highlight'; quote: string; note: string; deleted?: boolean; id?: string },
) {
  const entry = {
    id: crypto.randomUUID(),
    sectionId: ebook.sectionIds[0],
    start: 4,
    end: 11,
    changedAt: site.clock.now().toISOString(),
    deleted,
    ...changes,
  }
  const { status } = await site.call('PUT', `/ebook/${ebook.id}/progress`, {
    token: who.token,
    body: { completedSectionIds: [], position: null, marks: [entry] },
  })
  expect(status).toBe(200)
  return entry
}

async function list(who: SignedIn, query = '') {
  const { status, body } = await site.call('GET', `/me/notes${query}`, { token: who.token })
  expect(status).toBe(200)
  return { notes: body.data as MyNote[], next: body.meta.next as string | null }
}
const texts = (notes: readonly MyNote[]) => notes.map(({ text, quote }) => text || quote)

beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Belajar CSS', lessons: 4 })
  ebook = await site.createEbook({ title: 'Buku Git', sections: 2 })
  student = await site.createStudent()
  await enroll(student)
  await writeNote(student, 0, 'Grid itu 100% dua dimensi')
  site.clock.advance(1000)
  await mark(student, { kind: 'highlight', quote: 'rahasia bagian', note: '' })
  site.clock.advance(1000)
  // Several entries of one instant: pages must neither repeat nor skip one.
  await writeNote(student, 1, 'Flex satu dimensi')
  await mark(student, { kind: 'bookmark', quote: 'Isi rahasia', note: 'Baca lagi besok' })
  await writeNote(student, 2, 'Margin runtuh')
  await writeNote(student, 3, 'Dihapus')
  await writeNote(student, 3, '', 1)
  await mark(student, { kind: 'highlight', quote: 'sudah dihapus', note: '', deleted: true })
})
afterAll(() => site.close())

test('a note says whether its lesson has a video, so that times in its text become links', async () => {
  const { notes } = await list(student)
  const hasVideo = Object.fromEntries(
    notes.filter(({ kind }) => kind === 'note').map(({ place }) => [place._id, place.hasVideo]),
  )
  const lessons = (await site.call('GET', `/courses/${course.id}`, { token: student.token })).body.data.details as {
    _id: string
    type: string
  }[]
  expect(Object.keys(hasVideo)).toHaveLength(3)
  for (const [id, isVideo] of Object.entries(hasVideo))
    expect(isVideo).toBe(lessons.find(({ _id }) => _id === id)?.type === 'video')
})

test('notes and marks of all courses and e-books are listed, last changed first, without empty and deleted ones', async () => {
  const { notes, next } = await list(student)
  expect(next).toBeNull()
  expect(texts(notes).slice(3)).toEqual(['rahasia bagian', 'Grid itu 100% dua dimensi'])
  expect(texts(notes).slice(0, 3).sort()).toEqual(['Baca lagi besok', 'Flex satu dimensi', 'Margin runtuh'])
  expect(notes[4]).toMatchObject({
    kind: 'note',
    item: { kind: 'course', _id: course.id, title: 'Belajar CSS' },
    place: { _id: course.lessonIds[0] },
    range: null,
  })
  expect(notes[3]).toMatchObject({
    kind: 'highlight',
    item: { kind: 'ebook', _id: ebook.id, title: 'Buku Git' },
    place: { _id: ebook.sectionIds[0] },
    range: { start: 4, end: 11 },
  })
})

test('pages follow each other without gaps and repetitions, whatever their size', async () => {
  const all = (await list(student)).notes.map(({ _id }) => _id)
  for (const limit of [1, 2, 3, 5]) {
    const seen: string[] = []
    let next: string | null = null
    do {
      const page = await list(student, `?limit=${limit}${next ? `&before=${next}` : ''}`)
      seen.push(...page.notes.map(({ _id }) => _id))
      next = page.next
    } while (next)
    expect(seen, `pages of ${limit}`).toEqual(all)
  }
})

test('the search finds parts of notes and quotes, and its text is no pattern', async () => {
  expect(texts((await list(student, '?q=DIMENSI')).notes).sort()).toEqual([
    'Flex satu dimensi',
    'Grid itu 100% dua dimensi',
  ])
  expect(texts((await list(student, '?q=rahasia')).notes)).toEqual(['Baca lagi besok', 'rahasia bagian'])
  expect(texts((await list(student, `?q=${encodeURIComponent('100%')}`)).notes)).toEqual(['Grid itu 100% dua dimensi'])
  expect((await list(student, '?q=_')).notes).toEqual([])
})

test('nobody sees the notes of others, and a course whose access was revoked shows none', async () => {
  const other = await site.createStudent()
  expect((await list(other)).notes).toEqual([])
  expect((await site.call('GET', '/me/notes')).status).toBe(401)
  const sourceRef = await enroll(other)
  await writeNote(other, 0, 'Punyaku')
  expect(texts((await list(other)).notes)).toEqual(['Punyaku'])
  await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef }))
  expect((await list(other)).notes).toEqual([])
})

test.each([
  'before=x',
  'before=1.2',
  `before=99999999999999.${crypto.randomUUID()}`,
  'limit=0',
  'limit=101',
  `q=${'a'.repeat(101)}`,
])('invalid input is rejected with the field: %s', async (query) => {
  const { status, body } = await site.call('GET', `/me/notes?${query}`, { token: student.token })
  expect([status, Object.keys(body.errors as object)]).toEqual([422, [query.split('=')[0]]])
})
