import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { seedCategories } from '#server/process/demo/index.ts'
import { password } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

/** Signs in again, because these tests advance the clock by days and staff sessions are short. */
const signInAgain = async ({ email }: { email: string }): Promise<string> =>
  (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token
const show = async (token: string, days = '7') =>
  (await site.call('GET', `/admin/overview?days=${days}`, { token })).body.data

test('the figures match the data, are limited to an instructor’s own courses, and count days in western Indonesian time', async () => {
  const admin = await site.createAdmin()
  const [mine, other] = [await site.createInstructor(), await site.createInstructor()]
  const paid = await site.createCourse({ instructorId: mine.id, price: 100_000, lessons: 3 })
  await site.createCourse({ instructorId: other.id, lessons: 5 })
  const student = await site.createStudent('Pembeli Satu')
  await site.call('POST', '/checkout', { token: student.token, body: { courseId: paid.id } })
  const [order] = site.sandbox.listOrders()
  site.sandbox.pay(order?.orderId ?? '')
  await site.sandbox.idle()
  await site.call('PUT', `/courses/${paid.id}/content/${paid.lessonIds[0]}/completion`, { token: student.token })

  const all = await show(admin.token)
  expect(all.tiles).toEqual({ students: 1, courses: 2, contents: 8, transactions: 1 })
  expect(all.days).toHaveLength(7)
  // 03:00 UTC is 10:00 in Jakarta.
  expect(all.days.at(-1)).toMatchObject({ day: '2026-11-21', sales: 100_000, completions: 1 })
  expect(all.latestTransactions).toMatchObject([
    { buyer: 'Pembeli Satu', item: paid.title, amount: 100_000, status: 'success' },
  ])

  expect((await show(mine.token)).tiles).toEqual({ students: 1, courses: 1, contents: 3, transactions: 1 })
  expect((await show(mine.token)).days.at(-1)).toMatchObject({ sales: 100_000, signUps: 1 })
  expect(await show(other.token)).toMatchObject({
    tiles: { students: 0, courses: 1, contents: 5, transactions: 0 },
    latestTransactions: [],
  })

  // 18:00 UTC is the next day in Jakarta.
  site.clock.advance(15 * hourMs)
  await site.call('PUT', `/courses/${paid.id}/content/${paid.lessonIds[1]}/completion`, { token: student.token })
  expect((await show(await signInAgain(admin))).days.at(-1)).toEqual(
    expect.objectContaining({ day: '2026-11-22', sales: 0, completions: 1 }),
  )
})

test('a co-teacher sees the students and orders of the course, each once, and of no other course of its owner', async () => {
  const [owner, coTeacher, student] = [
    await site.createInstructor(),
    await site.createInstructor(),
    await site.createStudent(),
  ]
  const [alone, shared, second] = [
    await site.createCourse({ instructorId: owner.id, price: 50_000 }),
    await site.createCourse({ instructorId: owner.id, price: 100_000 }),
    await site.createCourse({ instructorId: owner.id, price: 70_000 }),
  ]
  for (const { id } of [shared, second]) await site.addTeacher(id, coTeacher, 'co-teacher')
  await buy(site, student, { items: [alone, shared, second].map(({ id }) => ({ courseId: id })) })
  await buy(site, await site.createStudent(), { courseId: alone.id })
  const { tiles, figures } = await show(coTeacher.token)
  expect([tiles, figures]).toMatchObject([{ students: 1, courses: 2, transactions: 1 }, { sold: 2 }])
})

test('of bundles and carts an instructor sees each once, with the own courses and what was paid for those only', async () => {
  const [admin, student, guest] = [await site.createAdmin(), await site.createStudent(), await site.createStudent()]
  const [mine, other] = [await site.createInstructor(), await site.createInstructor()]
  const one = await site.createCourse({ instructorId: mine.id, title: 'Kelas Satu', price: 100_000 })
  const two = await site.createCourse({ instructorId: mine.id, title: 'Kelas Dua', price: 200_000 })
  const theirs = await site.createCourse({ instructorId: other.id, title: 'Kelas Lain', price: 300_000 })
  await buy(site, student, { items: [{ courseId: theirs.id }, { courseId: one.id }] })
  site.clock.advance(1000)
  const items = [one, two, theirs].map(({ id }) => ({ courseId: id }))
  const bundle = { title: 'Paket Bersama', price: 300_000, status: 'published', items }
  const { body } = await site.call('POST', '/admin/bundles', { token: admin.token, body: bundle })
  await buy(site, guest, { bundleId: body.data._id })

  const seen = async (token: string) => {
    const { tiles, latestTransactions } = await show(token)
    const latest = latestTransactions.slice(0, 2)
    return [tiles.transactions, latest.map(({ item, amount }: { item: string; amount: number }) => [item, amount])]
  }
  const ofMine = [
    2,
    [
      ['Kelas Satu dan 1 lainnya', 150_000],
      ['Kelas Satu', 100_000],
    ],
  ]
  const ofOther = [
    2,
    [
      ['Kelas Lain', 150_000],
      ['Kelas Lain', 300_000],
    ],
  ]
  const all = [
    ['Paket Bersama', 300_000],
    ['Kelas Lain dan 1 lainnya', 400_000],
  ]
  expect([await seen(mine.token), await seen(other.token)]).toEqual([ofMine, ofOther])
  expect((await seen(admin.token))[1]).toEqual(all)
  expect(await site.app.modules.figures.check({ now: true, parts: 10_000 })).toBe(0)
  expect(await seen(mine.token)).toEqual(ofMine)
})

test('transactions from before they were counted for instructors are counted when the database is migrated', async () => {
  const instructor = await site.createInstructor()
  const courses = [
    await site.createCourse({ instructorId: instructor.id, price: 100_000 }),
    await site.createCourse({ instructorId: instructor.id, price: 100_000 }),
  ]
  await buy(site, await site.createStudent(), { items: courses.map(({ id }) => ({ courseId: id })) })
  const { query } = site.database
  await site.app.modules.figures.addChanges()
  for (const table of ['daily_figures', 'total_figures', 'figure_changes'])
    await query.execute(sql.raw(`delete from ${table} where kind = 'instructor-transactions'`))
  expect((await show(instructor.token)).tiles.transactions).toBe(0)
  const migration = await readFile('migrations/0600-fill-transactions-of-instructors.sql', 'utf8')
  // Once more: what is counted already is not added again.
  for (let times = 0; times < 2; times++) {
    await query.execute(sql.raw(migration))
    expect((await show(instructor.token)).tiles.transactions).toBe(1)
  }
  expect(await site.app.modules.figures.check({ now: true, parts: 10_000 })).toBe(0)
})

test('lists the courses with idle students, highest share first', async () => {
  const instructor = await site.createInstructor()
  const [left, busy] = [
    await site.createCourse({ instructorId: instructor.id, price: 0, title: 'Ditinggal' }),
    await site.createCourse({ instructorId: instructor.id, price: 0, title: 'Ramai' }),
  ]
  const students = await Promise.all([1, 2, 3].map(() => site.createStudent()))
  for (const course of [left, busy])
    for (const { token } of students) await site.call('POST', `/courses/${course.id}/enroll`, { token })
  site.clock.advance(20 * dayMs)
  for (const student of students.slice(1))
    await site.call('PUT', `/courses/${busy.id}/progress`, {
      token: await signInAgain(student),
      body: { lastContentId: busy.lessonIds[0] },
    })
  expect((await show(await signInAgain(instructor))).losing).toEqual([
    { _id: left.id, title: 'Ditinggal', students: 3, finished: 0, idle: 3 },
    { _id: busy.id, title: 'Ramai', students: 3, finished: 0, idle: 1 },
  ])
})

test('a deleted account is counted nowhere: tile, days and account list agree', async () => {
  const admin = await site.createAdmin()
  const read = async () => {
    const { tiles, days } = await show(admin.token)
    const { total } = (await site.call('GET', '/admin/students?role=student', { token: admin.token })).body.meta
    return { students: tiles.students, listed: total, signUps: days.at(-1).signUps }
  }
  const before = await read()
  const student = await site.createStudent()
  expect(await read()).toEqual({
    students: before.students + 1,
    listed: before.listed + 1,
    signUps: before.signUps + 1,
  })
  expect(
    (await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } }))
      .status,
  ).toBe(200)
  expect(await read()).toEqual(before)
  expect(before.students).toBe(before.listed)
})

test('an admin sees which steps of the first hour are done; an instructor sees none', async () => {
  const own = await startTestSite()
  try {
    const admin = await own.createAdmin()
    const steps = async (token = admin.token) => {
      const { firstSteps } = (await own.call('GET', '/admin/overview', { token })).body.data
      return Object.fromEntries(firstSteps.map(({ step, isDone }: { step: string; isDone: boolean }) => [step, isDone]))
    }
    expect(await steps()).toEqual({
      site: false,
      legal: false,
      mail: true,
      payments: false,
      categories: false,
      course: false,
      backup: false,
    })
    await seedCategories(own)
    expect(await steps()).toMatchObject({ categories: false })
    const [first] = (await own.call('GET', '/admin/categories', { token: admin.token })).body.data
    const group = async (body: object) => {
      const path = `/admin/categories/${first._id}`
      expect((await own.call('PUT', path, { token: admin.token, body: { ...first, ...body } })).status).toBe(200)
    }
    await group({ group: 'design' })
    expect(await steps()).toMatchObject({ categories: true })
    await group({ version: 2 })
    expect(await steps()).toMatchObject({ categories: false })
    const { updatedAt: _, ...shown } = (await own.call('GET', '/admin/settings', { token: admin.token })).body.data
    const body = {
      ...shown,
      name: 'Kursus Sari',
      contactEmail: 'sari@contoh.id',
      seller: { ...shown.seller, address: 'Jalan Melati 5, Solo' },
    }
    expect((await own.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
    const instructor = await own.createInstructor()
    await own.createCourse({ instructorId: instructor.id, lessons: 1 })
    expect(await steps()).toMatchObject({
      site: true,
      legal: true,
      categories: true,
      course: true,
      payments: false,
      backup: false,
    })
    expect(await steps(instructor.token)).toEqual({})
  } finally {
    await own.close()
  }
})

test('an unknown range is rejected with 422, students with 403', async () => {
  const instructor = await site.createInstructor()
  const student = await site.createStudent()
  expect((await site.call('GET', '/admin/overview?days=8', { token: instructor.token })).status).toBe(422)
  expect((await site.call('GET', '/admin/overview', { token: student.token })).status).toBe(403)
})
