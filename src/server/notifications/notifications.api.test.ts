import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { Notice } from './kinds.ts'

let site: TestSite
let course: { id: string; title: string; lessonIds: string[] }
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id })
})
afterAll(() => site.close())

type Shown = { _id: string; kind: string; title: string; url: string; isRead: boolean }
const list = async (who: SignedIn, query = '') =>
  (await site.call('GET', `/me/notifications${query}`, { token: who.token })).body
const titles = async (who: SignedIn) => (await list(who)).data.map(({ title }: Shown) => title)
const read = (who: SignedIn, body: unknown) => site.call('PUT', '/me/notifications/read', { token: who.token, body })
const save = (who: SignedIn, body: unknown) => site.call('PUT', '/me/notification-settings', { token: who.token, body })
const unread = async (who: SignedIn) =>
  (await site.call('GET', '/me/notifications/unread', { token: who.token })).body.data.unread

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
async function tell(...notices: Notice[]) {
  site.clock.advance(1000)
  await site.database.transaction((tx) => site.app.modules.notifications.notify(tx, ...notices))
}
async function announce(title: string, to: 'all' | { userIds: string[] } = 'all') {
  site.clock.advance(1000)
  const data = {
    courseId: course.id,
    courseTitle: course.title,
    announcementId: crypto.randomUUID(),
    title,
    excerpt: '',
  }
  const told = { kind: 'announcement' as const, data, courseId: course.id, actorId: instructor.id, to }
  return site.database.transaction((tx) => site.app.modules.notifications.broadcast(tx, told))
}

describe('the list', () => {
  test('shows own notifications and announcements of the courses that one is enrolled in, newest first, and nobody else’s', async () => {
    const [me, other] = [await site.createStudent(), await site.createStudent()]
    await site.enroll(me, course)
    await tell(answered(me.id, 'Satu'), answered(other.id, 'Bukan untukku'))
    await announce('Dua')
    await tell(answered(me.id, 'Tiga'))
    expect(await titles(me)).toEqual(['Instruktur menjawab: Tiga', 'Dua', 'Instruktur menjawab: Satu'])
    expect(await titles(other)).toEqual(['Instruktur menjawab: Bukan untukku'])
    const { meta } = await list(me, '?limit=2')
    expect(meta).toMatchObject({ total: 3, unread: 3, limit: 2 })
    const second = await list(me, `?limit=2&cursor=${meta.next}`)
    expect(second.data.map(({ title }: Shown) => title)).toEqual(['Instruktur menjawab: Satu'])
    const back = await list(me, `?limit=2&cursor=${second.meta.previous}`)
    expect(back.data.map(({ title }: Shown) => title)).toEqual(['Instruktur menjawab: Tiga', 'Dua'])
  })

  test('has announcements from after the enrolment only, those to chosen students for them only, and none after the access ended', async () => {
    const [me, chosen] = [await site.createStudent(), await site.createStudent()]
    await announce('Sebelum terdaftar')
    site.clock.advance(1000)
    const ref = await site.enroll(me, course)
    await site.enroll(chosen, course)
    await announce('Untuk satu orang', { userIds: [chosen.id] })
    await announce('Untuk semua')
    expect(await titles(me)).toEqual(['Untuk semua'])
    expect(await titles(chosen)).toEqual(['Untuk semua', 'Untuk satu orang'])
    await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: ref }))
    expect(await titles(me)).toEqual([])
    expect(await unread(me)).toBe(0)
  })

  test('links to a path of this site', async () => {
    const me = await site.createStudent()
    await tell(answered(me.id, 'Tautan'))
    expect((await list(me)).data[0]).toMatchObject({
      kind: 'answer',
      url: expect.stringMatching(/^\/tanya\/[\w-]+$/),
      isRead: false,
    })
  })

  test('tells nobody of what they did themselves', async () => {
    const me = await site.createStudent()
    await tell({ ...answered(me.id, 'Sendiri'), actorId: me.id })
    expect(await titles(me)).toEqual([])
  })
})

describe('reading', () => {
  test('up to a time reads all before it, also announcements; a mark never moves backwards', async () => {
    const me = await site.createStudent()
    await site.enroll(me, course)
    await tell(answered(me.id, 'Lama'))
    await announce('Lama juga')
    const { data } = await list(me)
    await tell(answered(me.id, 'Baru'))
    expect((await read(me, { upTo: data[0].createdAt })).body.data).toEqual({ unread: 1 })
    expect((await list(me)).data.map(({ isRead }: Shown) => isRead)).toEqual([false, true, true])
    expect((await read(me, { upTo: '2020-01-01T00:00:00Z' })).body.data).toEqual({ unread: 1 })
    const newest = (await list(me)).data[0]._id
    expect((await read(me, { upTo: newest })).body.data).toEqual({ unread: 0 })
  })

  test('some by id reads exactly those; ids of others change nothing', async () => {
    const [me, other] = [await site.createStudent(), await site.createStudent()]
    await site.enroll(me, course)
    await tell(answered(me.id, 'A'), answered(other.id, 'B'))
    const announcementId = await announce('C')
    const theirs = (await list(other)).data[0]._id
    expect((await read(me, { ids: [theirs, announcementId] })).body.data).toEqual({ unread: 1 })
    expect((await list(me)).data.map(({ title, isRead }: Shown) => [title, isRead])).toEqual([
      ['C', true],
      ['Instruktur menjawab: A', false],
    ])
    expect(await unread(other)).toBe(1)
  })

  test('what comes later is unread, even when the mark was set in the future', async () => {
    const me = await site.createStudent()
    await read(me, { upTo: '2099-01-01T00:00:00Z' })
    await tell(answered(me.id, 'Nanti'))
    expect(await unread(me)).toBe(1)
  })

  test('needs to know what was read', async () => {
    const me = await site.createStudent()
    for (const body of [
      {},
      { upTo: 'kemarin' },
      { ids: ['x'] },
      { ids: Array.from({ length: 101 }, () => crypto.randomUUID()) },
    ]) {
      expect((await read(me, body)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await read(me, {})).status).toBe(422)
    expect((await site.call('GET', '/me/notifications')).status).toBe(401)
  })
})

describe('settings', () => {
  test('hold channels for every kind, and change what is sent only', async () => {
    const me = await site.createStudent()
    const before = (await site.call('GET', '/me/notification-settings', { token: me.token })).body.data
    expect(before).toMatchObject({
      timeZone: 'Asia/Jakarta',
      kinds: { answer: { app: true, mail: true, digest: false, push: false, whatsapp: false } },
    })
    expect(before.table.map(({ kind }: { kind: string }) => kind).sort()).toEqual(Object.keys(before.kinds).sort())
    const saved = await save(me, { kinds: { answer: { mail: false, digest: true } }, timeZone: 'Asia/Jayapura' })
    expect(saved.status).toBe(200)
    expect(saved.body.data.kinds).toEqual({
      ...before.kinds,
      answer: { app: true, mail: false, digest: true, push: false, whatsapp: false },
    })
    expect((await site.call('GET', '/me/notification-settings', { token: me.token })).body.data).toEqual(
      saved.body.data,
    )
    expect(saved.body.data.timeZone).toBe('Asia/Jayapura')
  })

  test('offer kinds of instructors to staff only', async () => {
    const kindsOf = async ({ token }: SignedIn) =>
      Object.keys((await site.call('GET', '/me/notification-settings', { token })).body.data.kinds)
    expect(await kindsOf(await site.createStudent())).not.toContain('question')
    expect(await kindsOf(await site.createInstructor())).toContain('question')
  })

  test('reject unknown kinds and time zones', async () => {
    const me = await site.createStudent()
    for (const body of [
      { kinds: { gosip: { app: true } } },
      { timeZone: 'Mars/Olympus' },
      { kinds: { answer: { mail: 'ya' } } },
    ]) {
      expect((await save(me, body)).status).toBe(422)
    }
  })

  test('reject channels that nobody or this kind does not have, beside their field, and change nothing', async () => {
    const me = await site.createStudent()
    const show = async () => (await site.call('GET', '/me/notification-settings', { token: me.token })).body.data
    const before = await show()
    const own = { answer: { mail: false } }
    const errorsOf = async (kinds: object) => (await save(me, { kinds: { ...own, ...kinds } })).body.errors
    expect(await errorsOf({ payment: { sms: true } })).toEqual({
      'kinds.payment.sms': 'Jalur notifikasi tidak dikenal',
    })
    expect(await errorsOf({ payment: { digest: true, mail: true } })).toEqual({
      'kinds.payment.digest': 'Kabar ini tidak dikirim lewat jalur ini',
      'kinds.payment.mail': 'Kabar ini tidak dikirim lewat jalur ini',
    })
    expect(await show()).toEqual(before)
  })

  test('accept what they showed', async () => {
    const me = await site.createStudent()
    const { data } = (await site.call('GET', '/me/notification-settings', { token: me.token })).body
    expect((await save(me, data)).body.data).toEqual(data)
  })

  test('decide about the list, the mail at once, and the digest', async () => {
    const me = await site.createStudent()
    await save(me, { kinds: { answer: { app: false, mail: false } } })
    await tell(answered(me.id, 'Diam'))
    expect(await titles(me)).toEqual([])
    expect(await site.mailsTo(me.email)).toEqual([])
    await save(me, { kinds: { answer: { app: true, mail: true } } })
    await tell(answered(me.id, 'Terdengar'))
    expect(await titles(me)).toEqual(['Instruktur menjawab: Terdengar'])
    expect((await site.mailsTo(me.email)).map(({ subject }) => subject)).toEqual(['Instruktur menjawab: Terdengar'])
  })
})

test('a lesson that joins a notification which waits also reaches who enrolled since its first one', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id })
  const add = (title: string) => {
    const body = { courseId: course.id, title, type: 'text', text: '<p>Isi</p>' }
    return site.call('POST', '/courses/content/create', { token: instructor.token, body })
  }
  const [early, late] = [await site.createStudent(), await site.createStudent()]
  await site.enroll(early, course)
  site.clock.advance(1000)
  await add('Satu')
  site.clock.advance(1000)
  await site.enroll(late, course)
  site.clock.advance(1000)
  await add('Dua')
  for (const { token } of [early, late])
    expect((await site.call('GET', '/me/notifications', { token })).body.data).toMatchObject([{ kind: 'new-lessons' }])
})

test('lessons that are added to a published course within an hour are one notification to its students', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id })
  const me = await site.createStudent()
  await site.enroll(me, course)
  site.clock.advance(1000)
  const add = (title: string) => {
    const body = { courseId: course.id, title, type: 'text', text: '<p>Isi</p>' }
    return site.call('POST', '/courses/content/create', { token: instructor.token, body })
  }
  expect((await add('Satu')).status).toBe(201)
  await add('Dua')
  const { data } = (await site.call('GET', '/me/notifications', { token: me.token })).body
  expect(data).toMatchObject([{ kind: 'new-lessons', text: expect.stringContaining('2 materi baru') }])
})

test('lessons that join a notification which was read make it unread again, for everybody who had read it', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id })
  const students = [await site.createStudent(), await site.createStudent()]
  for (const who of students) await site.enroll(who, course)
  const add = async (title: string) => {
    site.clock.advance(1000)
    const body = { courseId: course.id, title, type: 'text', text: '<p>Isi</p>' }
    await site.call('POST', '/courses/content/create', { token: instructor.token, body })
  }
  await add('Satu')
  for (const who of students) {
    const ids = (await list(who)).data.map(({ _id }: Shown) => _id)
    expect((await read(who, { ids })).body.data).toEqual({ unread: 0 })
  }
  await add('Dua')
  for (const who of students) {
    expect((await list(who)).data).toMatchObject([{ isRead: false, text: expect.stringContaining('2 materi baru') }])
    expect(await unread(who)).toBe(1)
  }
})
