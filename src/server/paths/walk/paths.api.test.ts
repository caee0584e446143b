import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const makeCourses = async (...prices: number[]) => {
  const made: MadeCourse[] = []
  for (const price of prices) made.push(await site.createCourse({ price, lessons: 1 }))
  return made
}
const stepsOf = (courses: readonly MadeCourse[]) => courses.map(({ id }) => ({ courseId: id }))
const send = (method: string, path: string, body?: object, token = admin.token) =>
  site.call(method, path, { token, ...(body ? { body } : {}) })
const create = (courses: readonly MadeCourse[], changes: object = {}) =>
  send('POST', '/admin/paths', { title: 'Jadi Web Developer', steps: stepsOf(courses), ...changes })

/** A published path with these courses. */
async function publish(courses: readonly MadeCourse[], changes: object = {}) {
  const { data } = (await create(courses, changes)).body
  const published = await send('PATCH', `/admin/paths/${data._id}/status`, { status: 'published' })
  expect([published.status, published.body.data.status]).toEqual([200, 'published'])
  return data as { _id: string; slug: string; version: number }
}

async function finish(who: SignedIn, course: MadeCourse) {
  await site.enroll(who, course)
  for (const lessonId of course.lessonIds)
    await site.call('PUT', `/courses/${course.id}/content/${lessonId}/completion`, { token: who.token })
}

const minePath = async (who: SignedIn, id: string) =>
  (await site.call('GET', '/me/paths', { token: who.token })).body.data.find(({ _id }: { _id: string }) => _id === id)

describe('making a path', () => {
  test('it is a draft that nobody else sees, until it is published; then it is listed and found by its slug and its id', async () => {
    const courses = await makeCourses(100_000, 200_000)
    const created = await create(courses, {
      tagline: 'Dari nol sampai bisa kerja',
      steps: [{ courseId: courses[0]?.id, sentence: 'Mulai di sini' }, { courseId: courses[1]?.id }],
    })
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { slug: 'jadi-web-developer', status: 'draft', isOrdered: true, discountPercent: 0, version: 1 },
    ])
    const { _id: id, slug } = created.body.data
    expect((await site.call('GET', `/paths/${slug}`)).status).toBe(404)
    await send('PATCH', `/admin/paths/${id}/status`, { status: 'published' })
    for (const key of [slug, id]) {
      const { data } = (await site.call('GET', `/paths/${key}`)).body
      expect(data).toMatchObject({ _id: id, listPrice: 300_000, price: 300_000, viewer: null })
      expect(data.steps.map(({ sentence }: { sentence: string | null }) => sentence)).toEqual(['Mulai di sini', null])
    }
    expect((await site.call('GET', '/paths')).body.data[0]._id).toBe(id)
    expect((await site.call('GET', `/search?q=kerja`)).body.data.paths).toMatchObject([{ _id: id }])
    const audit = (await send('GET', '/admin/audit')).body.data
    expect(audit.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'path.status-changed',
      'path.created',
    ])
  })

  test.each([
    ['one course', (ids: string[]) => ({ steps: [{ courseId: ids[0] }] }), 'steps'],
    ['the same course twice', (ids: string[]) => ({ steps: [{ courseId: ids[0] }, { courseId: ids[0] }] }), 'steps'],
    [
      'a course that does not exist',
      (ids: string[]) => ({ steps: [{ courseId: ids[0] }, { courseId: crypto.randomUUID() }] }),
      'steps',
    ],
    ['a slug in another script', () => ({ slug: 'ジャルール' }), 'slug'],
    ['a reserved slug', () => ({ slug: 'baru' }), 'slug'],
    ['a title without letters', () => ({ title: '   ' }), 'title'],
    ['91 percent off', () => ({ discountPercent: 91 }), 'discountPercent'],
    ['a negative discount', () => ({ discountPercent: -1 }), 'discountPercent'],
  ])('%s is refused beside its field', async (_what, changesOf, field) => {
    const courses = await makeCourses(100_000, 100_000)
    const { status, body } = await create(courses, changesOf(courses.map(({ id }) => id)))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  test('a path or a bundle is no step, so that none goes in a circle, and a title that is reserved has an address of its own', async () => {
    const courses = await makeCourses(100_000, 100_000)
    const other = await publish(courses)
    const steps = [{ courseId: courses[0]?.id }, { courseId: other._id }]
    const circle = await send('PUT', `/admin/paths/${other._id}`, { title: 'Jalur', steps })
    expect([circle.status, Object.keys(circle.body.errors)]).toEqual([422, ['steps']])
    for (const title of ['Baru', 'Admin'])
      expect((await create(courses, { title })).body.data.slug).toMatch(/^(baru|admin)-\d+$/)
  })

  test('an archived course is not added, and one that is archived later stays without being shown or sold', async () => {
    const courses = await makeCourses(100_000, 200_000, 300_000)
    const path = await publish(courses)
    const archived = courses[1]?.id
    await send('PATCH', `/courses/${archived}/status`, { status: 'archived' })
    const refused = await create(courses)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['steps']])
    const { data } = (await site.call('GET', `/paths/${path.slug}`)).body
    expect([data.steps.length, data.price]).toEqual([2, 400_000])
    expect((await send('PUT', `/admin/paths/${path._id}`, { title: 'Tetap', steps: stepsOf(courses) })).status).toBe(
      200,
    )
    const student = await site.createStudent()
    expect((await openOrder(site, student, { pathId: path._id })).amountIdr).toBe(400_000)
  })

  test('a slug that is taken is refused, one that a path had keeps leading to it, and is not given away', async () => {
    const courses = await makeCourses(100_000, 100_000)
    const path = await publish(courses, { title: 'Jalur Alamat', slug: 'alamat-satu' })
    const body = { title: 'Jalur Alamat', steps: stepsOf(courses) }
    for (const slug of ['alamat-dua', 'alamat-tiga'])
      expect((await send('PUT', `/admin/paths/${path._id}`, { ...body, slug })).body.data.slug).toBe(slug)
    for (const slug of ['alamat-satu', 'alamat-dua', 'alamat-tiga'])
      expect((await site.call('GET', `/paths/${slug}`)).body.data.slug).toBe('alamat-tiga')
    for (const slug of ['alamat-satu', 'alamat-tiga']) {
      const taken = await create(courses, { slug })
      expect([taken.status, taken.body.code, Object.keys(taken.body.errors)]).toEqual([409, 'slug-taken', ['slug']])
    }
    expect((await send('PUT', `/admin/paths/${path._id}`, { ...body, slug: 'alamat-satu' })).status).toBe(200)
  })

  test('of two saves from one version the second is stale, two at once with one title get two slugs, and fewer than two public courses are not published', async () => {
    const courses = await makeCourses(100_000, 100_000)
    const { _id: id, version } = (await create(courses)).body.data
    const save = () => send('PUT', `/admin/paths/${id}`, { title: 'Jalur', steps: stepsOf(courses), version })
    expect((await Promise.all([save(), save()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    const twins = await Promise.all([create(courses, { title: 'Kembar' }), create(courses, { title: 'Kembar' })])
    expect(twins.map(({ body }) => body.data.slug).toSorted()).toEqual(['kembar', 'kembar-2'])
    await send('PATCH', `/courses/${courses[0]?.id}/status`, { status: 'draft' })
    const published = await send('PATCH', `/admin/paths/${id}/status`, { status: 'published' })
    expect([published.status, published.body.code]).toEqual([409, 'not-enough-courses'])
  })

  test('only admins make paths; one that was bought is not deleted, another one is', async () => {
    const courses = await makeCourses(100_000, 100_000)
    const path = await publish(courses)
    const instructor = await site.createInstructor()
    for (const [method, url] of [
      ['GET', '/admin/paths'],
      ['POST', '/admin/paths'],
      ['DELETE', `/admin/paths/${path._id}`],
    ] as const)
      expect((await site.call(method, url, { token: instructor.token })).status).toBe(403)
    const other = await publish(courses)
    await buy(site, await site.createStudent(), { pathId: path._id })
    const kept = await send('DELETE', `/admin/paths/${path._id}`)
    expect([kept.status, kept.body.code]).toEqual([409, 'path-in-use'])
    expect((await send('DELETE', `/admin/paths/${other._id}`)).status).toBe(200)
    expect((await send('GET', `/admin/paths/${other._id}`)).status).toBe(404)
  })
})

describe('buying a path', () => {
  test('costs what is missing, each with its own sale, less the discount, the same on page, cart, quote, checkout, invoice and ledger, and is granted and revoked together', async () => {
    const courses = await makeCourses(100_000, 200_000, 150_000)
    await send('POST', '/admin/sales', {
      name: 'Diskon',
      kind: 'percent',
      value: 50,
      categoryId: null,
      courseId: courses[1]?.id,
      startsAt: new Date(site.clock.now().getTime() - 1000).toISOString(),
      endsAt: new Date(site.clock.now().getTime() + 86_400_000).toISOString(),
    })
    const path = await publish(courses, { discountPercent: 10 })
    const student = await site.createStudent()
    if (courses[2]) await site.enroll(student, courses[2])
    const { token } = student
    const shown = (await site.call('GET', `/paths/${path.slug}`, { token })).body.data
    // 100.000 + 100.000 (in the sale) + 150.000
    expect(shown).toMatchObject({ listPrice: 350_000, price: 315_000 })
    expect(shown.viewer).toMatchObject({ price: 180_000, ownedIds: [courses[2]?.id], isSaved: false })
    expect((await site.call('POST', '/checkout/quote', { body: { pathId: path._id } })).body.data.total).toBe(315_000)
    const quote = await site.call('POST', '/checkout/quote', { token, body: { pathId: path._id } })
    expect(quote.body.data.total).toBe(180_000)
    const cart = (await site.call('PUT', `/me/cart/path/${path._id}`, { token })).body.data
    expect(cart).toMatchObject({ total: 180_000, items: [{ kind: 'path', price: 180_000 }] })
    const { transactionId, amountIdr, orderId } = await buy(site, student, { pathId: path._id })
    expect(amountIdr).toBe(180_000)
    const invoice = (await site.call('GET', `/my-transaction/${transactionId}`, { token })).body.data
    expect(invoice).toMatchObject({ kind: 'path', title: 'Jadi Web Developer', total: 180_000 })
    expect(invoice.items.map(({ amount, path }: { amount: number; path: unknown }) => [amount, path])).toEqual([
      [90_000, { title: 'Jadi Web Developer' }],
      [90_000, { title: 'Jadi Web Developer' }],
    ])
    const again = await site.call('POST', '/checkout', { token, body: { pathId: path._id } })
    expect([again.status, again.body.code]).toEqual([409, 'already-enrolled'])
    const listed = (await send('GET', '/admin/transactions?kind=path')).body.data
    expect(listed[0]).toMatchObject({ kind: 'path', amount: 180_000 })
    site.sandbox.refund(orderId, {})
    await site.sandbox.idle()
    const owned = (await site.call('GET', `/paths/${path.slug}`, { token })).body.data.viewer.ownedIds
    expect(owned).toEqual([courses[2]?.id])
  })

  test('is never less than Rp 10.000, nothing where all that is missing is free, and 404 as a draft', async () => {
    const cheap = await publish(await makeCourses(12_000, 10_000), { discountPercent: 90 })
    expect((await openOrder(site, await site.createStudent(), { pathId: cheap._id })).amountIdr).toBe(10_000)
    const student = await site.createStudent()
    const free = await publish(await makeCourses(0, 0))
    const granted = await site.call('POST', '/checkout', { token: student.token, body: { pathId: free._id } })
    expect(granted.body.data).toMatchObject({ token: null, transactionId: null })
    expect((await minePath(student, free._id)).steps.every(({ isOwned }: { isOwned: boolean }) => isOwned)).toBe(true)
    const draft = (await create(await makeCourses(50_000, 50_000))).body.data._id
    expect((await site.call('POST', '/checkout', { token: student.token, body: { pathId: draft } })).status).toBe(404)
    const two = { pathId: free._id, courseId: draft }
    expect((await site.call('POST', '/checkout', { token: student.token, body: two })).status).toBe(422)
  })

  test('a course that is in the cart twice, alone and in the path, is paid once', async () => {
    const courses = await makeCourses(100_000, 200_000)
    const path = await publish(courses)
    const student = await site.createStudent()
    await site.call('PUT', `/me/cart/course/${courses[0]?.id}`, { token: student.token })
    const cart = (await site.call('PUT', `/me/cart/path/${path._id}`, { token: student.token })).body.data
    expect([cart.total, cart.items.length, cart.notes.length]).toEqual([300_000, 1, 1])
  })
})

describe('walking a path', () => {
  test('what was finished before counts, the next step is the first that is not, and the last one issues one certificate', async () => {
    const courses = await makeCourses(0, 0, 0)
    const [first, second, third] = courses as [MadeCourse, MadeCourse, MadeCourse]
    const student = await site.createStudent()
    await finish(student, second)
    const path = await publish(courses)
    expect(await minePath(student, path._id)).toMatchObject({
      finished: 1,
      percent: 33,
      nextCourseId: first.id,
      certificateId: null,
    })
    const early = await site.call('POST', `/paths/${path._id}/certificate`, { token: student.token, body: {} })
    expect([early.status, early.body.code]).toEqual([409, 'not-finished'])
    await finish(student, first)
    await finish(student, third)
    const done = await minePath(student, path._id)
    expect(done).toMatchObject({ finished: 3, percent: 100, nextCourseId: null, certificateId: expect.any(String) })
    const issued = (await site.call('GET', `/certificates/${done.certificateId}`)).body.data
    expect(issued).toMatchObject({
      name: student.name,
      title: 'Jadi Web Developer',
      course: null,
      path: { _id: path._id, steps: courses.map(() => expect.any(String)) },
      valid: true,
    })
    for (const url of [path._id, path.slug]) {
      const again = await site.call('POST', `/paths/${url}/certificate`, { token: student.token, body: {} })
      expect([again.status, again.body.data._id]).toEqual([200, done.certificateId])
    }
    const notices = (await site.call('GET', '/me/notifications', { token: student.token })).body.data
    expect(notices[0].title).toBe('Sertifikat Jadi Web Developer sudah terbit')
  })

  test('a course that leaves the catalogue is not asked for, and a path that was finished before it was made gives its certificate on request', async () => {
    const courses = await makeCourses(0, 0, 0)
    const [first, second, third] = courses as [MadeCourse, MadeCourse, MadeCourse]
    const student = await site.createStudent()
    await finish(student, first)
    await finish(student, second)
    const path = await publish(courses)
    await site.enroll(student, third)
    await send('PATCH', `/courses/${third.id}/status`, { status: 'archived' })
    expect(await minePath(student, path._id)).toMatchObject({ nextCourseId: null, percent: 100, certificateId: null })
    const issued = await site.call('POST', `/paths/${path._id}/certificate`, { token: student.token, body: {} })
    expect([issued.status, issued.body.data.path.steps.length]).toEqual([200, 2])
    expect((await send('DELETE', `/admin/paths/${path._id}`)).body.code).toBe('path-in-use')
    const undrawable = await site.createStudent()
    await finish(undrawable, first)
    await finish(undrawable, second)
    const refused = await site.call('POST', `/paths/${path._id}/certificate`, {
      token: undrawable.token,
      body: { name: 'Nama \u{12000}\u{E000}' },
    })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['name']])
  })

  test('a refund of one of its courses takes the certificate, and having it again gives it back', async () => {
    const courses = await makeCourses(100_000, 0)
    const [paid, free] = courses as [MadeCourse, MadeCourse]
    const path = await publish(courses)
    const student = await site.createStudent()
    const { orderId } = await buy(site, student, { courseId: paid.id })
    for (const lessonId of paid.lessonIds)
      await site.call('PUT', `/courses/${paid.id}/content/${lessonId}/completion`, { token: student.token })
    await finish(student, free)
    const { certificateId } = await minePath(student, path._id)
    const isValid = async () => (await site.call('GET', `/certificates/${certificateId}`)).body.data.valid
    expect(await isValid()).toBe(true)
    site.sandbox.refund(orderId, {})
    await site.sandbox.idle()
    expect(await isValid()).toBe(false)
    await buy(site, student, { courseId: paid.id })
    const again = await site.call('POST', `/paths/${path._id}/certificate`, { token: student.token, body: {} })
    expect(again.body.data).toMatchObject({ _id: certificateId, valid: true })
  })

  test('a path is saved and no longer saved, once each; a draft and an unknown one are 404', async () => {
    const path = await publish(await makeCourses(50_000, 50_000))
    const { token } = await site.createStudent()
    const saved = async () =>
      (await site.call('GET', '/me/paths', { token })).body.data.map(({ _id }: { _id: string }) => _id)
    for (let time = 0; time < 2; time++)
      expect((await site.call('PUT', `/me/paths/${path._id}`, { token })).status).toBe(200)
    expect(await saved()).toEqual([path._id])
    expect((await site.call('GET', `/paths/${path.slug}`, { token })).body.data.viewer.isSaved).toBe(true)
    expect((await site.call('GET', '/me/export', { token })).body.data.paths.savedPaths).toHaveLength(1)
    for (let time = 0; time < 2; time++)
      expect((await site.call('DELETE', `/me/paths/${path._id}`, { token })).status).toBe(200)
    expect(await saved()).toEqual([])
    const draft = (await create(await makeCourses(50_000, 50_000))).body.data._id
    for (const id of [draft, crypto.randomUUID(), 'bukan-id'])
      expect((await site.call('PUT', `/me/paths/${id}`, { token })).status).toBe(404)
    expect((await site.call('GET', '/me/paths')).status).toBe(401)
  })
})
