import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { nextDigest } from './sending/digest-time.ts'
import type { Notice } from './kinds.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let me: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())
beforeEach(async () => {
  ;[instructor, me] = [await site.createInstructor(), await site.createStudent()]
  course = await site.createCourse({ instructorId: instructor.id })
  await site.enroll(me, course)
})

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
const tell = (...notices: Notice[]) =>
  site.database.transaction((tx) => site.app.modules.notifications.notify(tx, ...notices))
const choose = (who: SignedIn, kinds: object, timeZone?: string) =>
  site.call('PUT', '/me/notification-settings', {
    token: who.token,
    body: { kinds, ...(timeZone ? { timeZone } : {}) },
  })
const mailsOf = async (who: SignedIn) => {
  await site.app.jobs.run('broadcasts', 'digests')
  return site.mailsTo(who.email)
}
const announce = (title: string) =>
  site.call('POST', `/courses/${course.id}/announcements`, {
    token: instructor.token,
    body: { title, text: 'Isi pengumuman' },
  })

describe('the digest', () => {
  test('comes at 07.00 of the person’s zone, once, with all that happened, and never empty', async () => {
    await choose(me, { answer: { mail: false, digest: true } }, 'Asia/Jayapura')
    await tell(answered(me.id, 'Satu'), answered(me.id, 'Dua'))
    expect(await mailsOf(me)).toEqual([])
    // 07.00 in Jayapura is 22.00 UTC.
    const until = nextDigest(site.clock.now(), 'Asia/Jayapura')
    expect([until.getUTCHours(), until.getUTCMinutes()]).toEqual([22, 0])
    site.clock.advance(until.getTime() - site.clock.now().getTime() - minuteMs)
    expect(await mailsOf(me)).toEqual([])
    site.clock.advance(2 * minuteMs)
    await Promise.all([site.app.jobs.run('broadcasts', 'digests'), site.app.jobs.run('broadcasts', 'digests')])
    const [mail, ...more] = await mailsOf(me)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 kabar dari kelasmu')
    expect(mail?.text).toMatch(/Satu[\s\S]*Dua/)
    site.clock.advance(48 * hourMs)
    expect(await mailsOf(me)).toHaveLength(1)
  })

  test.each([
    ['Asia/Jakarta', '2026-11-25T23:59:00Z', '2026-11-26T00:00:00.000Z'],
    ['Asia/Jakarta', '2026-11-26T00:00:00Z', '2026-11-27T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['America/New_York', '2026-11-01T02:00:00Z', '2026-11-01T12:00:00.000Z'],
  ])('in %s after %s is at %s', (zone, now, expected) => {
    expect(nextDigest(new Date(now), zone).toISOString()).toBe(expected)
  })
})

test('the mail of a reply to a review carries all of it', async () => {
  const text = `${'kata '.repeat(80)}\n\nakhir`
  const data = { courseId: course.id, courseTitle: course.title, excerpt: 'kata…', text }
  await tell({ kind: 'review-reply', userId: me.id, data })
  const [mail] = await mailsOf(me)
  expect(mail?.text).toContain(text)
  expect(mail?.html).toContain('akhir')
})

describe('mails of an announcement', () => {
  test('carry the whole text with its paragraphs, lists, code and links, and the list an excerpt', async () => {
    const text = `Halo semua,\n\n1. buka [Zoom](https://zoom.contoh.id/j/1)\n2. jalankan:\n\n\`\`\`python\nif a < 2:\n    print(a)\n\`\`\`\n\n${'kata '.repeat(60)}akhir`
    await site.call('POST', `/courses/${course.id}/announcements`, {
      token: instructor.token,
      body: { title: 'Jadwal', text },
    })
    site.clock.advance(3 * minuteMs)
    const [mail] = await mailsOf(me)
    expect(mail?.text).toContain(text.trim())
    expect(mail?.html).toContain('href="https://zoom.contoh.id/j/1"')
    expect(mail?.html).toMatch(/<ol[^>]*>[^]*<li>/)
    expect(mail?.html).toMatch(/<pre[^>]*><code[^>]*>if a &lt; 2:\n    print\(a\)/)
    expect(mail?.html).toContain('akhir')
    const { body } = await site.call('GET', '/me/notifications', { token: me.token })
    expect(JSON.stringify(body)).not.toContain('akhir')
  })

  test('go to each student once, some minutes later, and not to those who switched them off', async () => {
    const [quiet, gone] = [await site.createStudent(), await site.createStudent()]
    await site.enroll(quiet, course)
    const ref = await site.enroll(gone, course)
    await choose(quiet, { announcement: { mail: false } })
    await announce('Kelas libur')
    await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: ref }))
    expect(await mailsOf(me)).toEqual([])
    site.clock.advance(5 * minuteMs)
    await Promise.all([site.app.jobs.run('broadcasts', 'digests'), site.app.jobs.run('broadcasts', 'digests')])
    expect((await mailsOf(me)).map(({ subject }) => subject)).toEqual(['Kelas libur'])
    expect([await mailsOf(quiet), await mailsOf(gone)]).toEqual([[], []])
  })

  test('are not sent when it is taken back in time', async () => {
    const { body } = await announce('Salah kelas')
    await site.call('DELETE', `/announcements/${body.data._id}`, { token: instructor.token })
    site.clock.advance(5 * minuteMs)
    expect(await mailsOf(me)).toEqual([])
  })

  test('are sent although the clock was ahead when it was announced, and was set back', async () => {
    site.clock.advance(15 * minuteMs)
    expect((await announce('Besok')).status).toBe(201)
    site.clock.advance(-15 * minuteMs)
    expect((await mailsOf(me)).map(({ subject }) => subject)).toEqual(['Besok'])
  })

  test('wait for mails that a person waits for', async () => {
    for (let n = 0; n < 20; n++) await site.enroll(await site.createStudent(), course)
    await announce('Untuk banyak orang')
    site.clock.advance(5 * minuteMs)
    await site.app.jobs.run('broadcasts', 'digests')
    const before = site.mailTransport.sent.length
    await site.call('POST', '/auth/forgot-password', { body: { email: me.email }, client: me.email })
    await site.app.idle()
    await site.app.jobs.run('mails')
    expect(site.mailTransport.sent[before]?.kind).toBe('reset-password')
  })
})

test('a disabled account is told of nothing, also not of what waited; enabled again, of what happens from then on', async () => {
  // Sessions of staff end while days pass.
  const disable = async (disabled: boolean) => {
    const { token } = await site.createAdmin()
    const { status } = await site.call('PUT', `/admin/students/${me.id}/access`, { token, body: { disabled } })
    expect(status).toBe(200)
  }
  await choose(me, { answer: { mail: false, digest: true }, certificate: { mail: true } })
  const certificate = (): Notice => ({
    kind: 'certificate',
    userId: me.id,
    data: { courseId: course.id, courseTitle: course.title, certificateId: 'x' },
  })
  await tell(answered(me.id, 'Sebelumnya'))
  await announce('Sebelumnya juga')
  await disable(true)
  await tell(answered(me.id, 'Selama itu'), certificate())
  site.clock.advance(48 * hourMs)
  expect(await mailsOf(me)).toEqual([])
  await disable(false)
  await tell(certificate())
  expect((await mailsOf(me)).map(({ kind }) => kind)).toEqual(['certificate'])
  const { rows } = await site.app.modules.notifications.list(me.id, { page: 1, limit: 50 })
  expect(rows.map(({ title }) => title).toSorted()).toEqual(
    ['Instruktur menjawab: Sebelumnya', 'Sebelumnya juga', `Sertifikat ${course.title} sudah terbit`].toSorted(),
  )
})

describe('unsubscribing', () => {
  const linkOf = async () => {
    await tell(answered(me.id, 'Tautan'))
    const mail = (await mailsOf(me)).at(-1)
    return {
      header: new URL(mail?.unsubscribeUrl ?? ''),
      page: /berhenti-email\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '',
    }
  }

  test('with one press of a mail program ends mails of that kind, signed out, however often', async () => {
    const { header, page } = await linkOf()
    expect(header.pathname).toBe(`/api/unsubscribe/${page}`)
    const press = () =>
      site.app.fetch(
        new Request(header, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        }),
      )
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    await tell(answered(me.id, 'Lagi'))
    expect((await mailsOf(me)).map(({ subject }) => subject)).toEqual(['Instruktur menjawab: Tautan'])
    const { kinds } = (await site.call('GET', '/me/notification-settings', { token: me.token })).body.data
    expect([kinds.answer, kinds.announcement.mail]).toMatchObject([{ app: true, mail: false, digest: false }, true])
  })

  test('leads browsers that open the address of the header to the page, and ends nothing', async () => {
    const { header, page } = await linkOf()
    const open = (method: string, accept: string) =>
      site.app.fetch(new Request(header, { method, headers: { accept } }))
    const browser = await open('GET', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect([browser.status, browser.headers.get('location')]).toEqual([303, `/berhenti-email/${page}`])
    expect((await open('GET', 'application/json')).status).toBe(200)
    expect((await open('HEAD', '*/*')).status).toBe(200)
    expect((await site.call('GET', '/me/notification-settings', { token: me.token })).body.data.kinds.answer.mail).toBe(
      true,
    )
    const mail = (await mailsOf(me)).at(-1)
    expect(mail?.html).toContain(`<a href="${header.origin}/berhenti-email/${page}"`)
  })

  test('only looks when the link is opened, and takes no link that is not ours', async () => {
    const { page } = await linkOf()
    expect((await site.call('GET', `/unsubscribe/${page}`)).body.data).toEqual({
      kind: 'answer',
      label: 'Jawaban untuk pertanyaanku',
    })
    expect((await site.call('GET', '/me/notification-settings', { token: me.token })).body.data.kinds.answer.mail).toBe(
      true,
    )
    const forged = page.replace('.answer.', '.announcement.')
    for (const token of [forged, 'x', `${crypto.randomUUID()}.answer.AAAA`])
      expect((await site.call('POST', `/unsubscribe/${token}`)).status).toBe(404)
  })
})
