import { sql } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Outcome } from '#server/platform/outcomes.ts'
import { pick } from '#testing/chaos/seeded-random.ts'
import { commerceOf, setShares, type Stage } from './history-stage.ts'

export type Act = (stage: Stage) => Promise<string>

const student = ({ random, students }: Stage): Viewer => pick(random, students)

/** Buys one thing, a cart or a bundle, for oneself or as a gift, with either provider. */
async function buy(stage: Stage, method: 'card' | 'transfer'): Promise<string> {
  const { random, courses, bundleId, receiver } = stage
  const course = () => ({ kind: 'course' as const, itemId: pick(random, courses).id })
  const wanted = pick(random, [
    [course()],
    courses.map(({ id }) => ({ kind: 'course' as const, itemId: id })),
    [{ kind: 'bundle' as const, itemId: bundleId }],
    [course()],
  ])
  const gift = random() < 0.25 ? { email: receiver, name: 'Rina' } : null
  const result = await commerceOf(stage).checkout({
    student: student(stage),
    wanted,
    gift,
    promoCode: null,
    method,
    client: 'histories',
  })
  return result.outcome
}

/** The provider refuses what the state of an order does not allow; that is no outcome of the product. */
function provide(stage: Stage, does: 'pay' | 'deny' | 'settle' | 'refund' | 'chargeback', orderId?: string): string {
  const orders = stage.site.sandbox.listOrders().slice(stage.firstOrder)
  if (orders.length === 0) return 'none'
  try {
    stage.site.sandbox[does](orderId ?? pick(stage.random, orders).orderId)
    return 'done'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return 'refused'
  }
}

async function anyTransaction(
  stage: Stage,
): Promise<{ id: string; lineIds: string[]; buyer: Viewer; isByHand: boolean } | null> {
  const buyer = student(stage)
  const listed = await commerceOf(stage).listMine(buyer)
  if (listed.length === 0) return null
  const { _id: id, items, transfer } = pick(stage.random, listed)
  return { id, lineIds: items.map(({ lineId }) => lineId), buyer, isByHand: transfer !== null }
}

async function withTransaction(
  stage: Stage,
  work: (found: NonNullable<Awaited<ReturnType<typeof anyTransaction>>>) => Promise<string>,
): Promise<string> {
  const found = await anyTransaction(stage)
  return found ? work(found) : 'none'
}

const nameOf = (result: string | Outcome): string => (typeof result === 'string' ? result : result.outcome)

/** The balance that somebody can have paid out, to a verified account; null when it is too little. */
async function readyToPay(
  stage: Stage,
  userId: string,
  account: { bank: string; number: string; holder: string },
): Promise<number | null> {
  const { payouts } = commerceOf(stage)
  stage.site.clock.advance(stage.random() < 0.3 ? 15 * dayMs : 0)
  const { availableIdr } = await payouts.readBalance(userId)
  if (availableIdr < 10_000) return null
  await payouts.saveBankAccount(userId, account)
  await payouts.verifyBankAccount({ adminId: stage.adminId, userId, number: account.number })
  return availableIdr
}

/** Acts of people and the provider, by name. */
export const acts: Record<string, Act> = {
  'buy by card': (stage) => buy(stage, 'card'),
  'buy by card again': (stage) => buy(stage, 'card'),
  'buy by transfer': (stage) => buy(stage, 'transfer'),
  pay: async (stage) => provide(stage, 'pay'),
  'pay another': async (stage) => provide(stage, 'pay'),
  deny: async (stage) => provide(stage, 'deny'),
  settle: async (stage) => provide(stage, 'settle'),
  'refund at the provider': async (stage) => provide(stage, 'refund'),
  chargeback: async (stage) => provide(stage, 'chargeback'),
  'notifications arrive': async ({ site }) => site.sandbox.idle().then(() => 'done'),
  'due work': async ({ site }) => site.runDue('commerce').then(() => 'done'),
  cancel: (stage) =>
    withTransaction(stage, async ({ id, buyer }) => nameOf(await commerceOf(stage).cancelMine(buyer, id))),
  'two admins approve': (stage) =>
    withTransaction(stage, async ({ id }) => {
      const approve = () => commerceOf(stage).transfers.approve({ id, adminId: stage.adminId, statementLine: null })
      return (await Promise.all([approve(), approve()])).map(nameOf).toSorted().join(' and ')
    }),
  refuse: (stage) =>
    withTransaction(stage, async ({ id }) =>
      nameOf(await commerceOf(stage).transfers.refuse({ id, adminId: stage.adminId, sentence: 'Belum masuk.' })),
    ),
  'refund a line': (stage) =>
    withTransaction(stage, async ({ id, lineIds }) =>
      nameOf(
        await commerceOf(stage).refund({
          actorId: stage.adminId,
          transactionId: id,
          reason: 'Sebagian',
          lineIds: [pick(stage.random, lineIds)],
        }),
      ),
    ),
  'ask for a refund, approved': (stage) =>
    withTransaction(stage, async ({ id, buyer }) => {
      const asked = await commerceOf(stage).refundRequests.request(buyer.id, { id, reason: 'Bukan yang kucari' })
      if (asked.outcome !== 'requested') return asked.outcome
      return nameOf(
        await commerceOf(stage).refundRequests.approve({
          id: asked.request._id,
          adminId: stage.adminId,
          sentence: 'Baik.',
        }),
      )
    }),
  'refunded at both ends': (stage) =>
    withTransaction(stage, async ({ id }) => {
      const { rows } = await stage.site.database.query.execute(
        sql`select order_id from transactions where id = ${id}::uuid`,
      )
      const outcomes = await Promise.all([
        provide(stage, 'refund', String(rows[0]?.['order_id'])),
        commerceOf(stage).refund({ actorId: stage.adminId, transactionId: id, reason: 'Salah beli' }),
      ])
      return outcomes.map(nameOf).toSorted().join(' and ')
    }),
  'a cart and its item at once': async (stage) => {
    const { courses } = stage
    const buyer = student(stage)
    const order = (wanted: { kind: 'course'; itemId: string }[]) =>
      commerceOf(stage).checkout({
        student: buyer,
        wanted,
        gift: null,
        promoCode: null,
        method: 'card',
        client: 'histories',
      })
    const whole = courses.map(({ id }) => ({ kind: 'course' as const, itemId: id }))
    const opened = await Promise.all([order(whole), order([pick(stage.random, whole)])])
    const tokens = opened.flatMap((each) => (each.outcome === 'opened' ? [each.token] : []))
    const orders = stage.site.sandbox.listOrders().filter(({ token }) => tokens.includes(token))
    return orders.map(({ orderId }) => provide(stage, 'pay', orderId)).join(' and ') || 'none'
  },
  'change the shares': async (stage) => {
    const { site, admin, courses, instructor, other } = stage
    const percent = 1 + Math.floor(stage.random() * 60)
    await setShares(
      site,
      { admin, courseId: courses[0]?.id ?? '' },
      pick(stage.random, [{}, { [instructor.id]: percent, [other.id]: 100 - percent }]),
    )
    return 'done'
  },
  'a payout and a refund at once': async (stage) => {
    const { other, site } = stage
    const { payouts } = commerceOf(stage)
    const availableIdr = await readyToPay(stage, other.id, { bank: 'BRI', number: '9876543210', holder: 'Guru kedua' })
    if (availableIdr === null) return 'none'
    const [asked] = await Promise.all([
      payouts.request(other.id, { amountIdr: availableIdr }),
      provide(stage, 'refund'),
      site.sandbox.idle(),
    ])
    return nameOf(asked)
  },
  'two claim a gift': async (stage) => {
    const { site, receiver, students } = stage
    const links = (await site.mailsTo(receiver)).flatMap(({ text }) => /\/hadiah\/([\w-]+)/.exec(text)?.[1] ?? [])
    if (links.length === 0) return 'none'
    const token = pick(stage.random, links)
    return (await Promise.all(students.map(({ id }) => commerceOf(stage).gifts.claim(id, token))))
      .map(nameOf)
      .toSorted()
      .join(' and ')
  },
  'payouts at once': async (stage) => {
    const { instructor, adminId } = stage
    const { payouts } = commerceOf(stage)
    const availableIdr = await readyToPay(stage, instructor.id, { bank: 'BCA', number: '1234567890', holder: 'Guru' })
    if (availableIdr === null) return 'none'
    const asked = await Promise.all([
      payouts.request(instructor.id, { amountIdr: availableIdr }),
      payouts.request(instructor.id, { amountIdr: availableIdr }),
    ])
    const made = asked.flatMap((each) => (each.outcome === 'requested' ? [each.payout] : []))
    for (const { _id: id } of made)
      if (stage.random() < 0.3) await payouts.withdraw(instructor.id, id)
      else await payouts.decide({ id, adminId, reference: 'R', state: pick(stage.random, ['sent', 'failed']) })
    return `${made.length} of two`
  },
}
