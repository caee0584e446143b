import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort, planMeeting } from '#testing/materials/cohorts.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

/** Time passes, and whoever comes back signs in again. */
async function pass(days: number, ...people: SignedIn[]): Promise<void> {
  site.clock.advance(days * dayMs)
  for (const who of people)
    who.token = await site.app.modules.identity.startSession({ id: who.id, role: 'student' }, 'test')
  instructor.token = await site.app.modules.identity.startSession({ id: instructor.id, role: 'instructor' }, 'test')
}

const makeCourse = (options: { price?: number; lessons?: number } = {}): Promise<MadeCourse> =>
  site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', ...options })
const open = (course: MadeCourse, fields: object = {}) =>
  openCohort(site, instructor, { courseId: course.id, ...fields })
const listed = async (course: MadeCourse, who?: SignedIn) =>
  (await site.call('GET', `/courses/${course.id}/cohorts`, who ? { token: who.token } : {})).body.data
const staff = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: instructor.token, ...(body === undefined ? {} : { body }) })
const checkout = ({ token }: SignedIn, body: unknown) => site.call('POST', '/checkout', { token, body })
const lesson = ({ token }: SignedIn, course: MadeCourse, index = 1) =>
  site.call('GET', `/courses/${course.id}/content/${course.lessonIds[index]}`, { token })
const choose = ({ token }: SignedIn, course: MadeCourse, cohortId: string) =>
  site.call('POST', `/courses/${course.id}/cohort`, { token, body: { cohortId } })
const told = async ({ token }: SignedIn): Promise<string[]> =>
  (await site.call('GET', '/me/notifications', { token })).body.data.map(({ title }: { title: string }) => title)

test('a visitor sees the cohorts that can still be joined, with seats, and none of what is for members', async () => {
  const course = await makeCourse()
  const cohort = await open(course, { seats: 2, chatUrl: 'https://chat.contoh.id/undangan' })
  await open(course, { name: 'Dibatalkan' }).then(({ _id }) =>
    staff('POST', `/cohorts/${_id}/cancel`, { sentence: 'Tidak jadi' }),
  )
  const { _id, name, startsOn } = cohort
  expect(await listed(course)).toEqual([
    { _id, name, startsOn, endsOn: null, joinUntil: startsOn, seats: 2, seatsLeft: 2, state: 'open' },
  ])
  expect((await listed(course, instructor)).length).toBe(2)
  const student = await site.createStudent()
  await buy(site, student, { courseId: course.id, cohortId: _id })
  expect((await listed(course, student))[0]).toMatchObject({
    isMine: true,
    seatsLeft: 1,
    chatUrl: 'https://chat.contoh.id/undangan',
  })
  expect(JSON.stringify(await listed(course, await site.createStudent()))).not.toContain('chat.contoh.id')
})

test('buying, the cart and a free start need a cohort of this course; the order holds its seat until it ends', async () => {
  const course = await makeCourse({ price: 100_000 })
  const cohort = await open(course, { seats: 1 })
  const other = await open(await makeCourse())
  const [first, second] = [await site.createStudent(), await site.createStudent()]
  const without = await checkout(first, { courseId: course.id })
  expect([without.status, without.body.errors]).toEqual([422, { cohortId: 'Pilih angkatan dulu' }])
  expect((await checkout(first, { courseId: course.id, cohortId: other._id })).status).toBe(422)
  expect((await checkout(first, { courseId: course.id, cohortId: 'bukan-id' })).status).toBe(404)
  const put = (body?: object) =>
    site.call('PUT', `/me/cart/course/${course.id}`, { token: first.token, ...(body ? { body } : {}) })
  expect((await put()).status).toBe(422)
  expect((await put({ cohortId: cohort._id })).body.data.items[0].cohort).toEqual({
    _id: cohort._id,
    name: cohort.name,
  })

  const order = await openOrder(site, first, { courseId: course.id, cohortId: cohort._id })
  expect((await openOrder(site, first, { courseId: course.id, cohortId: cohort._id })).transactionId).toBe(
    order.transactionId,
  )
  expect((await listed(course))[0]).toMatchObject({ seatsLeft: 0, state: 'full' })
  expect((await listed(course, first))[0]).toMatchObject({ seatsLeft: 0, state: 'open', isHeld: true })
  expect((await listed(course, second))[0].state).toBe('full')
  expect((await checkout(second, { courseId: course.id, cohortId: cohort._id })).body.code).toBe('cohort-full')
  await site.call('POST', `/my-transaction/${order.transactionId}/cancel`, { token: first.token })
  expect((await listed(course))[0]).toMatchObject({ seatsLeft: 1, state: 'open' })

  const bought = await buy(site, second, { courseId: course.id, cohortId: cohort._id })
  expect((await listed(course, second))[0]).toMatchObject({ seatsLeft: 0, isMine: true })
  const admin = await site.createAdmin()
  await site.stepUp(admin)
  await site.call('POST', `/admin/transactions/${bought.transactionId}/refund`, {
    token: admin.token,
    body: { reason: 'Salah pilih' },
  })
  expect((await listed(course))[0]).toMatchObject({ seatsLeft: 1 })

  const free = await makeCourse({ price: 0 })
  const seat = await open(free, { seats: 1 })
  const start = (who: SignedIn, body: object = {}) =>
    site.call('POST', `/courses/${free.id}/enroll`, { token: who.token, body })
  expect((await start(first)).status).toBe(422)
  expect((await start(first, { cohortId: seat._id })).status).toBe(200)
  expect((await start(first, { cohortId: seat._id })).status).toBe(200)
  expect((await start(second, { cohortId: seat._id })).body.code).toBe('cohort-full')
})

test('wishlist and carts know which courses need a cohort; what has none of the course leaves the cart with a sentence', async () => {
  const course = await makeCourse({ price: 100_000 })
  const plain = await site.createCourse({ instructorId: instructor.id, price: 50_000 })
  const [cohort, foreign] = [await open(course), await open(await makeCourse())]
  const who = await site.createStudent()
  const wish = (id: string) => site.call('PUT', `/me/wishlist/course/${id}`, { token: who.token })
  expect([(await wish(course.id)).body.data.needsCohort, (await wish(plain.id)).body.data.needsCohort]).toEqual([
    true,
    undefined,
  ])
  const cart = async (cohortId?: string) =>
    (
      await site.call('POST', '/checkout/cart', {
        body: { items: [{ kind: 'course', itemId: course.id, ...(cohortId && { cohortId }) }] },
      })
    ).body.data
  expect((await cart(cohort._id)).items).toMatchObject([{ cohort: { _id: cohort._id, name: cohort.name } }])
  const left = [`${course.title} diikuti per angkatan. Pilih angkatannya dulu di halaman kelas.`]
  expect(await cart()).toEqual({ items: [], total: 0, notes: left })
  expect(await cart(foreign._id)).toEqual({ items: [], total: 0, notes: left })

  await site.call('PUT', `/me/cart/course/${plain.id}`, { token: who.token })
  await open(plain)
  await staff('PATCH', `/courses/${plain.id}`, { enrolment: 'cohorts' })
  const own = (await site.call('GET', '/me/cart', { token: who.token })).body.data
  expect(own).toMatchObject({ items: [], notes: [expect.stringContaining('Pilih angkatannya dulu')] })
})

test('the last seat, held by one order of the buyer, is theirs in the cart, in another order and when staff add them', async () => {
  const course = await makeCourse({ price: 100_000 })
  const beside = await site.createCourse({ instructorId: instructor.id, price: 50_000 })
  const cohort = await open(course, { seats: 1 })
  const chosen = { courseId: course.id, cohortId: cohort._id }
  const [buyer, other] = [await site.createStudent(), await site.createStudent()]
  const alone = await openOrder(site, buyer, chosen)
  const put = (who: SignedIn) =>
    site.call('PUT', `/me/cart/course/${course.id}`, { token: who.token, body: { cohortId: cohort._id } })
  expect([(await put(buyer)).status, (await put(other)).body.code]).toEqual([200, 'cohort-full'])
  const both = await openOrder(site, buyer, { items: [chosen, { courseId: beside.id }] })
  expect((await listed(course, other))[0]).toMatchObject({ seatsLeft: 0, state: 'full' })
  await site.call('POST', `/my-transaction/${alone.transactionId}/cancel`, { token: buyer.token })
  expect((await checkout(other, chosen)).body.code).toBe('cohort-full')
  site.sandbox.pay(both.orderId)
  site.sandbox.settle(both.orderId)
  await site.sandbox.idle()
  expect((await staff('GET', `/cohorts/${cohort._id}/members`)).body.data).toMatchObject([{ userId: buyer.id }])

  const second = await open(course, { name: 'Angkatan 2', seats: 1 })
  await openOrder(site, other, { ...chosen, cohortId: second._id })
  const added = await staff('POST', `/cohorts/${second._id}/members`, { userIds: [other.id] })
  expect(added.body.data).toEqual({ added: 1 })
  const third = await open(course, { name: 'Angkatan 3', seats: 1 })
  const late = await site.createStudent()
  await openOrder(site, late, { ...chosen, cohortId: third._id })
  await staff('POST', `/cohorts/${third._id}/cancel`, { sentence: 'Tidak jadi' })
  expect((await checkout(late, { ...chosen, cohortId: third._id })).body.code).toBe('cohort-closed')
})

test('who pays after the order had ended and finds the cohort full has the course, and chooses another cohort', async () => {
  const course = await makeCourse({ price: 100_000 })
  const [full, next] = [await open(course, { seats: 1 }), await open(course, { name: 'Angkatan 2' })]
  const [late, quick] = [await site.createStudent(), await site.createStudent()]
  const order = await openOrder(site, late, { courseId: course.id, cohortId: full._id })
  // As it is after an outage of the provider: the order ended here, and its session there is still payable.
  await site.database.transaction(async (tx) => {
    await tx.execute(
      sql`update transactions set state = 'expired', version = version + 1 where id = ${order.transactionId}`,
    )
    await tx.execute(sql`delete from held_seats where line_id = ${order.transactionId}`)
  })
  await buy(site, quick, { courseId: course.id, cohortId: full._id })
  site.sandbox.pay(order.orderId)
  site.sandbox.settle(order.orderId)
  await site.sandbox.idle()
  expect((await staff('GET', `/cohorts/${full._id}/members`)).body.data).toHaveLength(1)
  expect((await staff('GET', `/courses/${course.id}/cohorts/waiting`)).body.data).toMatchObject([{ userId: late.id }])
  expect((await lesson(late, course)).body).toMatchObject({ code: 'lesson-closed', opensWith: 'cohort' })
  expect((await choose(late, course, full._id)).body.code).toBe('cohort-full')
  expect((await choose(late, course, next._id)).body.data).toMatchObject({ _id: next._id, isMine: true })
  expect((await choose(late, course, next._id)).status).toBe(200)
  expect((await choose(quick, course, next._id)).body.code).toBe('already-in-cohort')
  expect((await choose(await site.createStudent(), course, next._id)).status).toBe(403)
})

test('lessons open with the cohort; another start is told, and closes nothing that was open', async () => {
  const course = await makeCourse({ price: 0 })
  const cohort = await open(course)
  const student = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token, body: { cohortId: cohort._id } })
  const opensAt = new Date(`${cohort.startsOn}T00:00:00+07:00`).toISOString()
  expect((await lesson(student, course)).body).toMatchObject({ code: 'lesson-closed', opensAt })
  expect((await lesson(student, course, 0)).status).toBe(200)
  await pass(7, student)
  expect((await lesson(student, course)).status).toBe(200)
  const startsOn = dayFromNow(site, 30)
  expect((await staff('PATCH', `/cohorts/${cohort._id}`, { startsOn })).body.data).toMatchObject({
    startsOn,
    joinUntil: startsOn,
  })
  expect((await lesson(student, course)).status).toBe(200)
  expect(await told(student)).toContain(`Tanggal mulai ${cohort.name} berubah: ${course.title}`)
  const later = await open(course, { name: 'Nanti' })
  await staff('POST', `/cohorts/${cohort._id}/members/${student.id}/move`, { cohortId: later._id })
  expect((await lesson(student, course)).status).toBe(200)
})

test('of a cancelled cohort members are told why, and choose another one or are listed for a refund', async () => {
  const course = await makeCourse({ price: 100_000 })
  const [cancelled, next] = [await open(course), await open(course, { name: 'Angkatan 2' })]
  const [one, two] = [await site.createStudent(), await site.createStudent()]
  for (const who of [one, two]) await buy(site, who, { courseId: course.id, cohortId: cancelled._id })
  expect((await staff('DELETE', `/cohorts/${cancelled._id}`)).body.code).toBe('has-members')
  await staff('POST', `/cohorts/${cancelled._id}/cancel`, { sentence: 'Pengajarnya sakit.' })
  expect(await told(one)).toContain(`${cancelled.name} dibatalkan: ${course.title}`)
  expect((await listed(course, one))[0]).toMatchObject({ isMine: true, cancelSentence: 'Pengajarnya sakit.' })
  expect((await choose(one, course, next._id)).status).toBe(200)
  const waiting = (await staff('GET', `/courses/${course.id}/cohorts/waiting`)).body.data
  expect(waiting).toMatchObject([{ userId: two.id, source: 'purchase', cancelledCohort: cancelled.name }])
  expect((await checkout(await site.createStudent(), { courseId: course.id, cohortId: cancelled._id })).body.code).toBe(
    'cohort-closed',
  )
})

test('staff add all or nobody, move, and remove who did not pay', async () => {
  const course = await makeCourse({ price: 100_000 })
  const [small, large] = [await open(course, { seats: 2 }), await open(course, { name: 'Besar' })]
  const people = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const add = (cohortId: string, userIds: string[]) => staff('POST', `/cohorts/${cohortId}/members`, { userIds })
  const ids = people.map(({ id }) => id)
  expect((await add(small._id, ids)).body.code).toBe('cohort-full')
  expect((await staff('GET', `/cohorts/${small._id}/members`)).body.data).toEqual([])
  expect((await add(small._id, [...ids.slice(0, 1), '00000000-0000-7000-8000-000000000000'])).status).toBe(422)
  expect((await add(small._id, ids.slice(0, 2))).body.data).toEqual({ added: 2 })
  expect((await add(small._id, ids.slice(0, 2))).body.data).toEqual({ added: 0 })
  expect((await add(large._id, ids)).status).toBe(422)
  expect((await staff('PATCH', `/cohorts/${small._id}`, { seats: 1 })).body.errors).toHaveProperty('seats')
  expect((await staff('POST', `/cohorts/${small._id}/members/${ids[0]}/move`, { cohortId: large._id })).status).toBe(
    200,
  )
  expect((await staff('GET', `/cohorts/${large._id}/members`)).body.data).toMatchObject([
    { userId: ids[0], source: 'staff' },
  ])
  expect((await staff('DELETE', `/cohorts/${large._id}/members/${ids[0]}`)).status).toBe(200)
  expect((await lesson(people[0] as SignedIn, course)).body.code).toBe('not-enrolled')
  const buyer = await site.createStudent()
  await buy(site, buyer, { courseId: course.id, cohortId: large._id })
  expect((await staff('DELETE', `/cohorts/${large._id}/members/${buyer.id}`)).body.code).toBe('has-paid')
})

test('a cohort of another course takes nobody, whoever asks, and its meeting is not found', async () => {
  const [course, elsewhere] = [await makeCourse({ price: 0 }), await makeCourse({ price: 0 })]
  const [own, foreign] = [await open(course), await open(elsewhere, { startsOn: dayFromNow(site, 0) })]
  const student = await site.createStudent()
  const body = { cohortId: foreign._id }
  const enroll = (fields: object) =>
    site.call('POST', `/courses/${course.id}/enroll`, { token: student.token, body: fields })
  expect((await enroll(body)).status).toBe(422)
  expect((await enroll({ cohortId: own._id })).status).toBe(200)
  expect((await choose(student, course, foreign._id)).status).toBe(404)
  expect((await staff('POST', `/cohorts/${own._id}/members/${student.id}/move`, body)).status).toBe(404)
  expect((await staff('DELETE', `/cohorts/${foreign._id}/members/${student.id}`)).status).toBe(404)
  const { _id } = await planMeeting(site, instructor, foreign._id)
  expect((await site.call('POST', `/meetings/${_id}/join`, { token: student.token })).status).toBe(404)
  expect((await staff('PUT', `/meetings/${_id}/attendance/${student.id}`, { attended: true })).status).toBe(404)
  const payment = { courseId: course.id, cohortId: foreign._id, gift: { email: 'rina@contoh.id', name: 'Rina' } }
  expect((await checkout(student, payment)).status).toBe(422)
})

test('late joiners come in until `joinUntil`, staff add them until the end, and afterwards nobody joins', async () => {
  const course = await makeCourse({ price: 0 })
  const cohort = await open(course, {
    startsOn: dayFromNow(site, 1),
    joinUntil: dayFromNow(site, 3),
    endsOn: dayFromNow(site, 10),
  })
  const join = async () => {
    const { token } = await site.createStudent()
    return (await site.call('POST', `/courses/${course.id}/enroll`, { token, body: { cohortId: cohort._id } })).status
  }
  const state = async () =>
    (await listed(course, instructor)).find(({ _id }: { _id: string }) => _id === cohort._id).state
  await pass(2)
  expect([await state(), await join()]).toEqual(['open', 200])
  await pass(2)
  expect([await state(), await join()]).toEqual(['running', 409])
  const added = async () =>
    (await staff('POST', `/cohorts/${cohort._id}/members`, { userIds: [(await site.createStudent()).id] })).status
  expect(await added()).toBe(201)
  await pass(7)
  expect([await state(), await join(), await added()]).toEqual(['ended', 409, 409])
})

test.each([
  ['a start in the past', { startsOn: '2020-01-01' }, 'startsOn'],
  ['31 February', { startsOn: '2027-02-31' }, 'startsOn'],
  ['an end before the start', { startsOn: '2090-03-02', endsOn: '2090-03-01' }, 'endsOn'],
  ['joining after the end', { startsOn: '2090-03-01', endsOn: '2090-03-02', joinUntil: '2090-03-03' }, 'joinUntil'],
  ['no seat', { seats: 0 }, 'seats'],
  ['half a seat', { seats: 1.5 }, 'seats'],
  ['an http link', { chatUrl: 'http://chat.contoh.id/a' }, 'chatUrl'],
  ['a javascript link', { chatUrl: 'javascript:alert(1)' }, 'chatUrl'],
  ['a link with a password', { chatUrl: 'https://aku:rahasia@chat.contoh.id/a' }, 'chatUrl'],
  ['no name', { name: ' ' }, 'name'],
  ['101 percent', { attendancePercent: 101 }, 'attendancePercent'],
])('%s is rejected at the field', async (_what, fields, field) => {
  const course = await makeCourse()
  const body = { name: 'Angkatan', startsOn: dayFromNow(site, 3), ...fields }
  const { status, body: answer } = await staff('POST', `/courses/${course.id}/cohorts`, body)
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
})

test('gifts and seats of a course are ordered once, whatever cohort their buyer names: who receives them chooses', async () => {
  const [course, other] = [await makeCourse({ price: 100_000 }), await makeCourse({ price: 50_000 })]
  const [cohort, second] = [await open(course), await open(other)]
  const buyer = await site.createStudent()
  const gift = { email: 'temanku@contoh.id', name: 'Teman' }
  const items = [
    { courseId: course.id, cohortId: cohort._id },
    { courseId: other.id, cohortId: second._id },
  ]
  const seats = { courseId: course.id, cohortId: cohort._id, seats: 3, team: { name: 'PT Maju' } }
  for (const order of [{ items, gift }, seats]) {
    const [first, again] = [await checkout(buyer, order), await checkout(buyer, order)]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data.transactionId).toBe(first.body.data.transactionId)
  }
})

test('students who enrolled before their course had cohorts study on', async () => {
  const course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  const student = await site.createStudent()
  await site.enroll(student, course)
  site.clock.advance(1000)
  const changed = await site.call('PATCH', `/courses/${course.id}`, {
    token: instructor.token,
    form: { enrolment: 'cohorts' },
  })
  expect(changed.body.data.enrolment).toBe('cohorts')
  expect((await lesson(student, course)).status).toBe(200)
  expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.enrolment).toBe('cohorts')
})
