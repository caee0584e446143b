import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariants } from '#server/app/domains.ts'
import type { SignedIn } from '#testing/factories.ts'
import { checkBooks } from '#testing/materials/purchases.ts'
import { buyTeam, tokenOfTeam } from '#testing/materials/teams.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Many people act on the seats of a team at once, over several connections. Whatever happens: never one member more than paid seats, never a
// rupiah of a used seat given back, and no seat lost.

let site: TestSite
let admin: SignedIn
let instructor: SignedIn
const people: SignedIn[] = []
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  instructor = await site.createInstructor()
  for (let made = 0; made < 6; made++) people.push(await site.createStudent())
  await site.stepUp(admin)
})
afterAll(() => site.close())

type Scene = {
  courseId: string
  lessonIds: string[]
  manager: SignedIn
  teamId: string
  token: string
  orders: string[]
}

const who = fc.nat({ max: 5 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('join' as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('free' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('study' as const), who }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('refund' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('refund-all' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('more' as const), who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('chargeback' as const), who }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function act(scene: Scene, { does, who: index }: Step): Promise<number> {
  const person = people[index] as SignedIn
  const { manager, teamId } = scene
  const asManager = (method: string, path: string, body?: unknown) =>
    site.call(method, path, { token: manager.token, ...(body === undefined ? {} : { body }) })
  const order = scene.orders[index % scene.orders.length] ?? ''
  const refund = (body: object) =>
    site.call('POST', `/admin/transactions/${order}/refund`, {
      token: admin.token,
      body: { reason: 'Kelebihan', ...body },
    })
  switch (does) {
    case 'join':
      return (
        await site.call('POST', `/teams/join/${scene.token}`, { token: person.token, body: { showProgress: true } })
      ).status
    case 'free':
      return (await asManager('DELETE', `/teams/${teamId}/members/${person.id}`)).status
    case 'study':
      return (
        await site.call('PUT', `/courses/${scene.courseId}/content/${scene.lessonIds[0]}/completion`, {
          token: person.token,
        })
      ).status
    case 'refund':
      return (await refund({ seats: 1 + (index % 2) })).status
    case 'refund-all':
      return (await refund({})).status
    case 'more': {
      const { status, body } = await asManager('POST', '/checkout', { teamId, seats: 1 + (index % 2) })
      if (status !== 200) return status
      const waiting = site.sandbox.listOrders().find((each) => each.token === body.data.token)
      try {
        site.sandbox.pay(waiting?.orderId ?? '')
        site.sandbox.settle(waiting?.orderId ?? '')
      } catch {
        // Paid by the other call, which continued the same order.
      }
      await site.sandbox.idle()
      if (!scene.orders.includes(body.data.transactionId)) scene.orders.push(body.data.transactionId)
      return 200
    }
    case 'chargeback': {
      const shown = (await site.call('GET', `/admin/transactions/${order}`, { token: admin.token })).body.data
      try {
        site.sandbox.chargeback(shown.orderId)
      } catch {
        // Refunded already.
      }
      await site.sandbox.idle()
      return 200
    }
  }
}

async function checkAll(): Promise<void> {
  await checkBooks(site)
  for (const [name, query] of invariants.filter(([said]) => /seat|team|enrol|access/.test(said))) {
    const { rows } = await site.database.query.execute(sql.raw(query))
    expect(rows, name).toEqual([])
  }
}

async function makeScene(): Promise<Scene> {
  const { id: courseId, lessonIds } = await site.createCourse({
    instructorId: instructor.id,
    price: 100_001,
    lessons: 2,
  })
  const manager = await site.createStudent()
  const { transactionId, ...team } = await buyTeam(site, manager, { courseId, seats: 3 })
  return { courseId, lessonIds, manager, ...team, orders: [transactionId] }
}

test('whatever many do at once, a team has at most as many members as paid seats, and every free seat can be taken or given back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const scene = await makeScene()
        for (const round of rounds) {
          const statuses = await Promise.all(round.map((each) => act(scene, each)))
          expect(statuses.filter((status) => status >= 500)).toEqual([])
          await checkAll()
        }
        const [team] = (await site.call('GET', '/me/teams', { token: scene.manager.token })).body.data
        for (let left = team.seats - team.used; left > 0; left--) {
          const late = await site.createStudent()
          const joined = await site.call('POST', `/teams/join/${tokenOfTeam(team)}`, {
            token: late.token,
            body: { showProgress: false },
          })
          expect(joined.status).toBe(200)
        }
        const none = await site.createStudent()
        const refused = await site.call('POST', `/teams/join/${scene.token}`, {
          token: none.token,
          body: { showProgress: false },
        })
        expect(refused.body.code).toBe('no-seats')
        await checkAll()
      },
    ),
    { numRuns: Number(process.env['HISTORIES'] ?? 6) },
  )
}, 120_000)
