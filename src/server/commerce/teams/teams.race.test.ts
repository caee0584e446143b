import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariants } from '#server/app/domains.ts'
import type { SignedIn } from '#testing/factories.ts'
import { checkBooks, openOrder } from '#testing/materials/purchases.ts'
import { buyTeam } from '#testing/materials/teams.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Two or twenty act on the seats of a team at the same moment. Random histories of many: teams.property.thorough.race.test.ts.

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

async function checkAll(): Promise<void> {
  await checkBooks(site)
  for (const [name, query] of invariants.filter(([said]) => /seat|team|enrol|access/.test(said))) {
    const { rows } = await site.database.query.execute(sql.raw(query))
    expect(rows, name).toEqual([])
  }
}

test('of twenty who join at once two get the two seats', async () => {
  const { id: courseId } = await site.createCourse({ price: 100_000 })
  const { token } = await buyTeam(site, await site.createStudent(), { courseId, seats: 2 })
  const all = await Promise.all(Array.from({ length: 20 }, () => site.createStudent()))
  const statuses = await Promise.all(
    all.map(
      async (person) =>
        (await site.call('POST', `/teams/join/${token}`, { token: person.token, body: { showProgress: false } }))
          .status,
    ),
  )
  expect(statuses.toSorted()).toEqual([200, 200, ...Array.from({ length: 18 }, () => 409)])
}, 60_000)

test('of a seat that is joined and refunded at once only one happens', async () => {
  for (let times = 0; times < 5; times++) {
    const { id: courseId } = await site.createCourse({ price: 100_000 })
    const manager = await site.createStudent()
    const { token, transactionId } = await buyTeam(site, manager, { courseId, seats: 2 })
    const [first, second] = [await site.createStudent(), await site.createStudent()]
    const join = ({ token: own }: SignedIn) =>
      site.call('POST', `/teams/join/${token}`, { token: own, body: { showProgress: false } })
    await join(first)
    const [joined, refunded] = await Promise.all([
      join(second),
      site.call('POST', `/admin/transactions/${transactionId}/refund`, {
        token: admin.token,
        body: { reason: 'Kelebihan', seats: 1 },
      }),
    ])
    expect([joined.status, refunded.status].toSorted()).toEqual([200, joined.status === 200 ? 422 : 409])
    await checkAll()
  }
}, 60_000)

test('of a seat that is freed and joined at once nobody is lost, and no seat is taken twice', async () => {
  for (let times = 0; times < 5; times++) {
    const { id: courseId } = await site.createCourse({ price: 100_000, lessons: 12 })
    const manager = await site.createStudent()
    const { teamId, token } = await buyTeam(site, manager, { courseId, seats: 2 })
    const [first, second, third] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
    const join = ({ token: own }: SignedIn) =>
      site.call('POST', `/teams/join/${token}`, { token: own, body: { showProgress: false } })
    for (const member of [first, second]) await join(member)
    const [freed, ...joins] = await Promise.all([
      site.call('DELETE', `/teams/${teamId}/members/${first.id}`, { token: manager.token }),
      join(third),
      join(first),
    ])
    expect(freed.status).toBe(200)
    const codes = joins.map(({ status, body }) => body.code ?? status)
    expect(['no-seats', 200]).toContain(codes[0])
    expect(['no-seats', 'already-enrolled', 200]).toContain(codes[1])
    expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(1)
    await checkAll()
    // The seat that nobody took at that moment is free.
    if (!codes.includes(200)) expect((await join(third)).status).toBe(200)
    expect((await site.call('GET', '/me/teams', { token: manager.token })).body.data[0]).toMatchObject({ used: 2 })
  }
}, 60_000)

test('an order that is opened twice at once is one', async () => {
  const { id: courseId } = await site.createCourse({ price: 100_000 })
  const buyer = await site.createStudent()
  const body = { courseId, seats: 4, team: { name: 'Tim Kembar' } }
  const orders = await Promise.all([openOrder(site, buyer, body), openOrder(site, buyer, body)])
  expect(orders[0]?.transactionId).toBe(orders[1]?.transactionId)
})
