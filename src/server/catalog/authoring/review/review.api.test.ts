import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tinyPng } from '#testing/materials/pictures.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  admin = await site.createAdmin()
  await switchTo('first')
})
afterAll(() => site.close())

async function switchTo(courseReview: 'off' | 'first') {
  const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  const body = { ...settings, courseReview }
  expect((await site.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
}

const picture = () => new File([tinyPng], 'sampul.png', { type: 'image/png' })
type Instructor = SignedIn
/** A draft that is complete, picture included. */
async function complete(instructor: Instructor, options: { lessons?: number } = {}): Promise<string> {
  const { id } = await site.createCourse({ instructorId: instructor.id, status: 'draft', ...options })
  const form = { thumbnail: picture() }
  expect((await site.call('PATCH', `/courses/${id}`, { token: instructor.token, form })).status).toBe(200)
  return id
}
const setStatus = (id: string, status: string, { token }: { token: string }) =>
  site.call('PATCH', `/courses/${id}/status`, { token, body: { status } })
const publish = (id: string, who: { token: string }) => setStatus(id, 'published', who)
const detail = async (id: string, { token }: { token: string }) =>
  (await site.call('GET', `/admin/courses/${id}`, { token })).body.data
const isPublic = async (id: string) => (await site.call('GET', `/courses/${id}/overview`)).status === 200
const approve = (id: string, body: object = {}, { token } = admin) =>
  site.call('POST', `/admin/course-reviews/${id}/approve`, { token, body })
const refuse = (id: string, remarks: object[], { token } = admin) =>
  site.call('POST', `/admin/course-reviews/${id}/refuse`, { token, body: { remarks } })
const listed = async (state = 'waiting') =>
  (await site.call('GET', `/admin/course-reviews?state=${state}&limit=100`, { token: admin.token })).body.data as {
    courseId: string
    revision: string
  }[]
const isListed = async (id: string, state?: string) => (await listed(state)).some(({ courseId }) => courseId === id)
const withdraw = (id: string, { token }: { token: string }) => site.call('POST', `/courses/${id}/withdraw`, { token })
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const anyRemark = [{ contentId: null, sentence: 'Perjelas deskripsinya.' }]

/** An instructor with a course that waits. */
async function sentIn() {
  const instructor = await site.createInstructor()
  const id = await complete(instructor)
  expect((await publish(id, instructor)).body.data.status).toBe('in-review')
  return { instructor, id }
}

test('the first course of an instructor waits, is seen by its staff only, and is public once it is approved', async () => {
  const { instructor, id } = await sentIn()
  expect(await isPublic(id)).toBe(false)
  expect(
    (await site.call('POST', '/checkout', { token: (await site.createStudent()).token, body: { courseId: id } }))
      .status,
  ).toBe(404)
  expect((await detail(id, instructor)).status).toBe('in-review')
  expect((await detail(id, admin)).review).toMatchObject({ state: 'waiting' })
  expect(
    code(await site.call('GET', `/admin/courses/${id}`, { token: (await site.createInstructor()).token }))[0],
  ).toBe(404)
  const ofStatus = async (status: string) =>
    (await site.call('GET', `/admin/courses?status=${status}`, { token: instructor.token })).body.data.length
  expect([await ofStatus('in-review'), await ofStatus('draft')]).toEqual([1, 0])
  expect((await publish(id, instructor)).body.data.status).toBe('in-review')

  const { status, body } = await approve(id)
  expect([status, body.data]).toMatchObject([200, { courseId: id, state: 'approved', remarks: [] }])
  expect(await isPublic(id)).toBe(true)
  expect((await detail(id, instructor)).status).toBe('published')
  const notices = (await site.call('GET', '/me/notifications', { token: instructor.token })).body.data
  expect(JSON.stringify(notices)).toContain('Kelasmu tayang')
  expect(JSON.stringify(await site.mailsTo(instructor.email))).toContain('Kelasmu tayang')
  const audit = await site.call('GET', `/admin/audit?subjectKind=course&subjectId=${id}`, { token: admin.token })
  for (const action of ['course.review-sent', 'course.review-approved'])
    expect(JSON.stringify(audit.body.data)).toContain(action)
})

test('after an approval courses and edits of that instructor are public at once', async () => {
  const { instructor, id } = await sentIn()
  await approve(id)
  const change = { token: instructor.token, body: { title: 'Judul yang lebih baik' } }
  expect((await site.call('PATCH', `/courses/${id}`, change)).body.data).toMatchObject({ status: 'published' })
  const second = await complete(instructor)
  expect((await publish(second, instructor)).body.data.status).toBe('published')
  expect((await detail(second, instructor)).mustBeReviewed).toBe(false)
  await setStatus(id, 'draft', instructor)
  expect((await publish(id, instructor)).body.data.status).toBe('published')
})

test('admins never wait, also for the course of another person, which they approve by publishing it', async () => {
  expect((await publish(await complete(admin), admin)).body.data.status).toBe('published')
  const { instructor, id } = await sentIn()
  expect((await publish(id, admin)).body.data.status).toBe('published')
  expect(await isListed(id, 'approved')).toBe(true)
  expect((await publish(await complete(instructor), instructor)).body.data.status).toBe('published')
})

test('the checklist names everything that is missing, and sending in says the same beside the fields', async () => {
  const instructor = await site.createInstructor()
  const form = { status: 'draft', title: 'Masih kosong' }
  const { _id: id } = (await site.call('POST', '/courses', { token: instructor.token, form })).body.data
  const checklist = async (who: { token: string }) => site.call('GET', `/courses/${id}/checklist`, who)
  const { data } = (await checklist(instructor)).body
  expect(data.map(({ key, isMet }: { key: string; isMet: boolean }) => [key, isMet])).toEqual([
    ['title', true],
    ['tagline', false],
    ['description', false],
    ['picture', false],
    ['category', false],
    ['price', false],
    ['lessons', false],
    ['learn', false],
  ])
  expect(data.every(({ sentence }: { sentence: string }) => sentence.length > 5)).toBe(true)
  const names = ['tagline', 'description', 'thumbnail', 'categoryId', 'price', 'contents', 'learn']
  for (const refusal of [
    await publish(id, instructor),
    await site.call('PATCH', `/courses/${id}`, { token: instructor.token, body: { status: 'published' } }),
  ])
    expect([refusal.status, Object.keys(refusal.body.errors).toSorted()]).toEqual([422, names.toSorted()])
  expect((await checklist(await site.createInstructor())).status).toBe(404)
  expect((await checklist(await site.createStudent())).status).toBe(403)
  expect((await detail(id, instructor)).status).toBe('draft')
})

test('lessons count once they are published and have something in them', async () => {
  const instructor = await site.createInstructor()
  const id = await complete(instructor, { lessons: 1 })
  const { token } = instructor
  const isMet = async () =>
    (await site.call('GET', `/courses/${id}/checklist`, { token })).body.data.find(
      ({ key }: { key: string }) => key === 'lessons',
    ).isMet
  const add = async (body: object) =>
    (await site.call('POST', '/courses/content/create', { token, body: { courseId: id, ...body } })).body.data._id
  await add({ title: 'Kuis tanpa soal', type: 'quiz' })
  const draft = await add({ title: 'Artikel', type: 'text', text: '<p>Isi</p>', status: 'draft' })
  expect(await isMet()).toBe(false)
  const body = { status: 'published' }
  expect((await site.call('PATCH', `/courses/${id}/content/${draft}/status`, { token, body })).status).toBe(200)
  expect(await isMet()).toBe(true)
})

test('a refusal returns a draft with remarks at their places, until it is sent in again', async () => {
  const { instructor, id } = await sentIn()
  const [first] = (await detail(id, instructor)).details
  const remarks = [...anyRemark, { contentId: first._id, sentence: 'Suaranya terlalu pelan.' }]
  expect((await refuse(id, remarks)).body.data).toMatchObject({ state: 'refused', remarks })
  expect(await detail(id, instructor)).toMatchObject({ status: 'draft', remarks, review: { state: 'refused' } })
  expect(JSON.stringify(await site.mailsTo(instructor.email))).toContain('Ada 2 catatan')
  expect(await isPublic(id)).toBe(false)
  const form = { tagline: 'Tagline yang lebih jelas', status: 'published' }
  const sent = await site.call('PATCH', `/courses/${id}`, { token: instructor.token, body: form })
  expect(sent.body.data).toMatchObject({ status: 'in-review', tagline: form.tagline })
  expect((await detail(id, instructor)).remarks).toEqual([])
  expect((await approve(id)).status).toBe(200)
})

test('remarks need a sentence each, and a place in this course', async () => {
  const { id } = await sentIn()
  const { lessonIds } = await site.createCourse()
  const sentence = 'Perbaiki.'
  for (const [remarks, field] of [
    [[], 'remarks'],
    [[{ contentId: null, sentence: ' ' }], 'remarks.0.sentence'],
    [[{ contentId: 'bukan-id', sentence }], 'remarks.0.contentId'],
    [[...anyRemark, { contentId: lessonIds[0], sentence }], 'remarks.1.contentId'],
    [Array.from({ length: 51 }, () => anyRemark[0]), 'remarks'],
  ] as const) {
    const { status, body } = await refuse(id, [...remarks] as object[])
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  }
  expect(await isListed(id)).toBe(true)
})

test('of two admins at once one decides, and the other learns that it is decided', async () => {
  const { id } = await sentIn()
  const other = await site.createAdmin()
  const answers = await Promise.all([approve(id), refuse(id, anyRemark, other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(code(await approve(id))).toEqual([409, 'already-decided'])
  expect(await isPublic(id)).toBe(await isListed(id, 'approved'))
})

test('an approval names what was looked at: a course that changed meanwhile is looked at again', async () => {
  const { instructor, id } = await sentIn()
  const { revision } = (await detail(id, admin)).review
  const { token } = instructor
  const body = { courseId: id, title: 'Sisipan', type: 'text', text: '<p>Baru</p>' }
  await site.call('POST', '/courses/content/create', { token, body })
  expect(code(await approve(id, { revision }))).toEqual([409, 'course-changed'])
  expect(await isPublic(id)).toBe(false)
  const seen = (await listed()).find(({ courseId }) => courseId === id)?.revision
  expect((await approve(id, { revision: seen })).status).toBe(200)
})

test('a course that lost what it needs is not approved', async () => {
  const { instructor, id } = await sentIn()
  const [first] = (await detail(id, instructor)).details
  await site.call('DELETE', `/courses/${id}/delete-content/${first._id}`, { token: instructor.token })
  const { status, body } = await approve(id)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['contents']])
  expect((await detail(id, instructor)).status).toBe('in-review')
})

test('a course is taken back once, by its editors, and its decision is refused then', async () => {
  const { instructor, id } = await sentIn()
  expect((await withdraw(id, await site.createInstructor())).status).toBe(404)
  const { status, body } = await withdraw(id, instructor)
  expect([status, body.data.status]).toEqual([200, 'draft'])
  expect(code(await withdraw(id, instructor))).toEqual([409, 'not-in-review'])
  expect(code(await approve(id))).toEqual([409, 'already-decided'])
  expect(code(await refuse(id, anyRemark))).toEqual([409, 'already-decided'])
  await publish(id, instructor)
  expect((await setStatus(id, 'draft', instructor)).body.data.status).toBe('draft')
  await publish(id, instructor)
  expect((await setStatus(id, 'archived', instructor)).body.data.status).toBe('archived')
  expect(await isListed(id)).toBe(false)
  expect((await publish(id, instructor)).body.data.status).toBe('in-review')
  expect((await site.call('DELETE', `/courses/${id}`, { token: instructor.token })).status).toBe(200)
  expect(await isListed(id)).toBe(false)
})

test('what is made complete at once or copied is a draft: nothing is published around the review', async () => {
  const instructor = await site.createInstructor()
  const { token } = instructor
  const { categoryId } = (await detail(await complete(instructor), instructor)) as { categoryId: string }
  const form = {
    title: 'Kelas sekali jadi',
    tagline: 'Tagline',
    description: 'Deskripsi yang cukup panjang',
    categoryId,
    price: '0',
    discount: '0',
    levels: 'Pemula',
    thumbnail: picture(),
  }
  const made = await site.call('POST', '/courses', { token, form })
  expect([made.status, made.body.data.status]).toEqual([201, 'draft'])
  const waiting = await sentIn()
  const copy = await site.call('POST', `/courses/${waiting.id}/duplicate`, { token: waiting.instructor.token })
  expect(copy.body.data.status).toBe('draft')
  // Its picture stays with the course that was copied.
  const { status, body } = await publish(copy.body.data._id, waiting.instructor)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['thumbnail']])
})

test('switched on, who has a published course counts as approved; switched off, what waits is published', async () => {
  await switchTo('off')
  const [taught, fresh, lost] = [
    await site.createInstructor(),
    await site.createInstructor(),
    await site.createInstructor(),
  ]
  await site.createCourse({ instructorId: taught.id })
  await switchTo('first')
  expect((await publish(await complete(taught), taught)).body.data.status).toBe('published')
  const [waiting, broken] = [await complete(fresh), await complete(lost)]
  for (const [id, who] of [
    [waiting, fresh],
    [broken, lost],
  ] as const)
    expect((await publish(id, who)).body.data.status).toBe('in-review')
  for (const { _id } of (await detail(broken, lost)).details)
    await site.call('DELETE', `/courses/${broken}/delete-content/${_id}`, { token: lost.token })

  await switchTo('off')
  expect([await isPublic(waiting), await isPublic(broken)]).toEqual([true, false])
  expect((await detail(broken, lost)).status).toBe('draft')
  expect(await listed()).toEqual([])
  expect(JSON.stringify(await site.mailsTo(fresh.email))).toContain('Kelasmu tayang')
  expect((await publish(await complete(lost), lost)).body.data.status).toBe('published')
})

test('courses that are sent in while it is switched off are published, never left waiting', async () => {
  const made = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const instructor = await site.createInstructor()
      return { instructor, id: await complete(instructor) }
    }),
  )
  await Promise.all([...made.map(({ id, instructor }) => publish(id, instructor)), switchTo('off')])
  expect(await listed()).toEqual([])
  expect(await Promise.all(made.map(({ id }) => isPublic(id)))).toEqual(made.map(() => true))
})

test('only admins see what waits and decide; what is unknown is not found', async () => {
  const { instructor, id } = await sentIn()
  const student = await site.createStudent()
  for (const who of [instructor, student]) {
    expect((await site.call('GET', '/admin/course-reviews', { token: who.token })).status).toBe(403)
    expect((await site.call('GET', '/admin/course-reviews/waiting', { token: who.token })).status).toBe(403)
    expect((await approve(id, {}, who)).status).toBe(403)
    expect((await refuse(id, anyRemark, who)).status).toBe(403)
  }
  expect((await site.call('GET', '/admin/course-reviews')).status).toBe(401)
  expect((await site.call('GET', '/admin/course-reviews?state=lain', { token: admin.token })).status).toBe(422)
  for (const unknown of ['00000000-0000-7000-8000-000000000000', 'bukan-id']) {
    expect((await approve(unknown)).status).toBe(404)
    expect((await refuse(unknown, anyRemark)).status).toBe(404)
    expect((await withdraw(unknown, instructor)).status).toBe(404)
    expect((await site.call('GET', `/courses/${unknown}/checklist`, { token: admin.token })).status).toBe(404)
  }
  const { waiting, isCounted } = (await site.call('GET', '/admin/course-reviews/waiting', { token: admin.token })).body
    .data
  expect([waiting > 0, isCounted]).toEqual([true, true])
  const overview = async ({ token }: { token: string }) =>
    (await site.call('GET', '/admin/overview', { token })).body.data.teaching
  expect((await overview(admin)).courses).toEqual({ waiting, isCounted })
  expect(await overview(instructor)).toBeNull()
})

test('a co-teacher who was never approved waits, too, and an approval is for both', async () => {
  const [owner, helper] = [await site.createInstructor(), await site.createInstructor()]
  const id = await complete(owner)
  await site.addTeacher(id, helper, 'co-teacher')
  expect((await publish(id, helper)).body.data.status).toBe('in-review')
  await approve(id)
  for (const who of [owner, helper])
    expect((await publish(await complete(who), who)).body.data.status).toBe('published')
})

test('a copy of the own data has what was sent in; with the account it goes, and the course waits for who takes it over', async () => {
  const { instructor, id } = await sentIn()
  const { data } = (await site.call('GET', '/me/export', { token: instructor.token })).body
  expect(data.courseReviews).toMatchObject({ approvedSince: null, reviews: [{ courseId: id, state: 'waiting' }] })
  const heir = await site.createInstructor()
  const body = { email: instructor.email, coursesTo: heir.id }
  expect(
    (await site.call('POST', `/admin/students/${instructor.id}/deletion`, { token: admin.token, body })).status,
  ).toBe(200)
  expect((await approve(id)).body.data.instructor._id).toBe(heir.id)
  expect(await isPublic(id)).toBe(true)
})
