import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { maximumSlugs } from '#contract/instructors/profile.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(async () => {
  await site.close()
})

type SignedIn = { id: string; token: string; name: string }

const showOwn = async ({ token }: SignedIn) => (await site.call('GET', '/me/instructor-profile', { token })).body.data
const page = (slug: string) => site.call('GET', `/instructors/${encodeURIComponent(slug)}`)
const profile = { headline: 'Ilustrator', bio: 'Menggambar sejak 2005.', links: [] as object[] }
const save = async (who: SignedIn, change: object) =>
  site.call('PUT', '/me/instructor-profile', {
    token: who.token,
    body: { slug: (await showOwn(who)).slug, ...profile, ...change },
  })
const teacher = async (course: object = {}): Promise<SignedIn & { courseId: string }> => {
  const instructor = await site.createInstructor()
  const { id } = await site.createCourse({ instructorId: instructor.id, ...course })
  return { ...instructor, courseId: id }
}

describe('the page of an instructor', () => {
  test('exists for whoever teaches a published course, and for nobody else', async () => {
    const [teaching, idle, drafting] = [await teacher(), await site.createInstructor(), await teacher()]
    await site.call('PATCH', `/courses/${drafting.courseId}`, { token: drafting.token, body: { status: 'draft' } })
    const { status, body } = await page((await showOwn(teaching)).slug)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ name: teaching.name, courses: [{ _id: teaching.courseId }] })
    for (const other of [idle, drafting]) {
      const own = await showOwn(other)
      expect(own.isPublic).toBe(false)
      expect((await page(own.slug)).status).toBe(404)
    }
    for (const strange of ['tidak-ada', '李小龙', '%00', '../me', 'a'.repeat(150)])
      expect((await page(strange)).status, strange).toBe(404)
  })

  test('shows figures that are counted; a rating and a time to answers from three on', async () => {
    const who = await teacher({ price: 0 })
    const { slug } = await showOwn(who)
    const figures = async () => (await page(slug)).body.data.figures
    expect(await figures()).toEqual({ students: 0, courses: 1, rating: null, ratingCount: 0, answerHours: null })
    for (const [index, rating] of [5, 4, 4].entries()) {
      const student = await site.createStudent()
      await site.call('POST', `/courses/${who.courseId}/enroll`, { token: student.token })
      const { body } = await site.call('POST', `/courses/${who.courseId}/questions`, {
        token: student.token,
        body: { title: `Kenapa warnanya berbeda ${index}?`, text: 'Sudah kucoba dua kali.' },
      })
      // Three answers within the hour that a session of staff lasts.
      site.clock.advance(15 * minuteMs)
      const answered = await site.call('POST', `/questions/${body.data._id}/answers`, {
        token: who.token,
        body: { text: 'Periksa profil warnanya.' },
      })
      expect(answered.status).toBe(201)
      if (index === 1) expect(await figures()).toMatchObject({ rating: null, answerHours: null })
      await site.call('PUT', `/courses/${who.courseId}/reviews`, { token: student.token, body: { rating, text: '' } })
    }
    expect(await figures()).toMatchObject({ courses: 1, students: 3, rating: 4.3, ratingCount: 3, answerHours: 1 })
  })

  test('shows text and links; the links are text until an admin looked at the page', async () => {
    const [who, admin, student] = [await teacher(), await site.createAdmin(), await site.createStudent()]
    const links = [{ label: 'Portofolio', url: 'https://contoh.id/karya' }]
    const saved = await save(who, { links })
    expect([saved.status, saved.body.data]).toMatchObject([200, { links, isChecked: false, isPublic: true }])
    const { slug } = saved.body.data
    expect((await page(slug)).body.data).toMatchObject({ ...profile, links, linksAreChecked: false })
    const check = (token: string, id: string) =>
      site.call('PUT', `/admin/instructors/${id}/checked`, { token, body: { isChecked: true } })
    expect((await check(student.token, who.id)).status).toBe(403)
    expect((await check(who.token, who.id)).status).toBe(403)
    expect((await check(admin.token, student.id)).status).toBe(404)
    expect((await check(admin.token, who.id)).status).toBe(200)
    expect((await page(slug)).body.data.linksAreChecked).toBe(true)
    const { body } = await site.call('GET', `/admin/students/${who.id}`, { token: admin.token })
    expect(body.data.instructorPage).toEqual({ slug, isPublic: true, isChecked: true })
    const audit = await site.call('GET', `/admin/audit?subjectId=${who.id}&subjectKind=user`, { token: admin.token })
    const actions = audit.body.data.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['user.page-changed', 'user.page-checked']))
  })

  test('is named on cards, on the page of the course, in search and in the sitemap', async () => {
    const who = await teacher({ title: 'Batik tulis untuk pemula' })
    await site.call('PATCH', '/me', { token: who.token, body: { name: 'Ratna Kusumawardhani' } })
    const { slug } = await showOwn(who)
    const cards = (await site.call('GET', '/courses?q=batik+tulis')).body.data
    expect(cards[0].instructor).toMatchObject({ name: 'Ratna Kusumawardhani', slug })
    expect((await site.call('GET', `/courses/${who.courseId}/overview`)).body.data.instructor.slug).toBe(slug)
    const found = (await site.call('GET', '/search?q=kusumawardhani+ratna')).body.data
    expect(found.instructors).toMatchObject([{ slug, name: 'Ratna Kusumawardhani', courseCount: 1 }])
    const { data } = (await site.call('GET', '/search/suggestions?q=kusumaward')).body
    expect(data).toContainEqual({ kind: 'page', title: 'Ratna Kusumawardhani', path: `/pengajar/${slug}` })
    expect((await site.call('GET', '/search?q=%25')).body.data.instructors).toEqual([])
    expect(await site.app.modules.site.sitemap('pengajar')).toContain(`/pengajar/${slug}<`)
    expect(await site.app.modules.site.findSharing('pengajar', slug)).toMatchObject({ title: 'Ratna Kusumawardhani' })
  })
})

describe('the address of the page', () => {
  test('is the name, and with a number that of a namesake; names in other scripts have one too', async () => {
    const admin = await site.createAdmin()
    const slugOf = async (name: string) => {
      const created = await site.call('POST', '/admin/students', {
        token: admin.token,
        body: { name, email: `${Math.random()}@contoh.id`, role: 'instructor', password: 'belajar-tekun-9' },
      })
      expect(created.status).toBe(201)
      const { body } = await site.call('GET', `/admin/students/${created.body.data._id}`, { token: admin.token })
      return body.data.instructorPage.slug
    }
    expect(await slugOf('Ayu Lestari, S.Pd.')).toBe('ayu-lestari-s-pd')
    expect(await slugOf('Ayu Lestari S Pd')).toBe('ayu-lestari-s-pd-2')
    expect(await slugOf('李小龙')).toBe('instruktur')
    expect(await slugOf('Admin')).toBe('instruktur-admin')
    expect(await slugOf('Zoë Müller')).toBe('zoe-muller')
  })

  test('changed twice, every former one leads to the page, and nobody else can take one', async () => {
    const [who, other] = [await teacher(), await teacher()]
    const { slug: first } = await showOwn(who)
    const [second, third] = [`${first}-dua`, `${first}-tiga`]
    expect((await save(who, { slug: second })).status).toBe(200)
    expect((await save(who, { slug: ` ${third.toUpperCase()} ` })).body.data.slug).toBe(third)
    for (const slug of [first, second, third]) expect((await page(slug)).body.data.slug).toBe(third)
    for (const slug of [first, second, third]) {
      const { status, body } = await save(other, { slug })
      expect([status, body.errors]).toEqual([422, { slug: expect.stringContaining('sudah dipakai') }])
    }
    expect((await save(who, { slug: first })).body.data.slug).toBe(first)
  })

  test('is neither reserved, nor in another script, nor too short or long', async () => {
    const who = await teacher()
    const { slug: before } = await showOwn(who)
    for (const slug of [
      'admin',
      'me',
      'baru',
      'kelas',
      'pengajar',
      'keranjang',
      'ab',
      '李小龙',
      'ayu lestari',
      'a--b',
      '-ayu',
      'ayu/1',
      'a'.repeat(61),
      '',
    ]) {
      const { status, body } = await save(who, { slug })
      expect([status, Object.keys(body.errors)], slug).toEqual([422, ['slug']])
    }
    expect((await showOwn(who)).slug).toBe(before)
  })

  test(`can be changed ${maximumSlugs - 1} times`, async () => {
    const who = await teacher()
    const { slug } = await showOwn(who)
    for (let count = 1; count < maximumSlugs; count++)
      expect((await save(who, { slug: `${slug}-ke-${count}` })).status).toBe(200)
    expect((await save(who, { slug: `${slug}-lagi` })).body.errors.slug).toContain('kali')
    expect((await save(who, { slug })).status).toBe(200)
  })
})

test('a profile takes links to https only, at most eight, and belongs to staff', async () => {
  const [who, student] = [await teacher(), await site.createStudent()]
  for (const url of ['http://contoh.id', 'javascript:alert(1)', 'https://a:b@contoh.id', 'contoh', 'https://localhost'])
    expect((await save(who, { links: [{ label: 'Situs', url }] })).status, url).toBe(422)
  const link = { label: 'Situs', url: 'https://contoh.id' }
  expect((await save(who, { links: Array.from({ length: 9 }, () => link) })).status).toBe(422)
  expect((await save(who, { links: Array.from({ length: 8 }, () => link) })).status).toBe(200)
  expect((await site.call('GET', '/me/instructor-profile')).status).toBe(401)
  expect((await site.call('GET', '/me/instructor-profile', { token: student.token })).status).toBe(403)
})

test('a deleted instructor has no page any more, and the address is free again', async () => {
  const [who, admin, follower] = [await teacher(), await site.createAdmin(), await site.createInstructor()]
  const { slug } = await showOwn(who)
  const { body: user } = await site.call('GET', `/admin/students/${who.id}`, { token: admin.token })
  const deleted = await site.call('POST', `/admin/students/${who.id}/deletion`, {
    token: admin.token,
    body: { email: user.data.email, coursesTo: follower.id },
  })
  expect(deleted.status).toBe(200)
  expect((await page(slug)).status).toBe(404)
  expect((await save(follower, { slug })).body.data).toMatchObject({ slug, isPublic: true })
})
