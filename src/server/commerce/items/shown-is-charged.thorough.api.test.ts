import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { minimumChargeIdr, priceAfterDiscount, type Priced } from '#contract/kit/money.ts'
import { ledgerLines } from '#server/commerce/tables.ts'
import type { SignedIn } from '#testing/factories.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { eq } from 'drizzle-orm'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const made = async (path: string, body: unknown) => {
  const { status, body: answer } = await site.call('POST', path, { token: admin.token, body })
  if (status !== 201) throw new Error(`${path} returned ${status}: ${JSON.stringify(answer)}`)
  return answer.data
}
const data = async (path: string, token?: string) =>
  (await site.call('GET', path, { ...(token && { token }) })).body.data

const price = fc.integer({ min: 20_000, max: 2_000_000 })
const plan = fc.record({
  prices: fc.tuple(price, price),
  discount: fc.integer({ min: 0, max: 40 }),
  ebookPrice: price,
  bundlePrice: fc.integer({ min: minimumChargeIdr, max: 3_000_000 }),
  sale: fc.option(
    fc.record({ kind: fc.constantFrom('percent', 'fixed-price'), value: fc.integer({ min: 1, max: 99 }) }),
  ),
  code: fc.option(
    fc.record({
      kind: fc.constantFrom('percent', 'amount-off', 'fixed-price'),
      value: fc.integer({ min: 1, max: 99 }),
    }),
  ),
  what: fc.constantFrom('course', 'ebook', 'bundle', 'cart'),
  share: fc.option(fc.integer({ min: 1, max: 100 })),
})

async function takeForNothing(
  { token }: SignedIn,
  body: unknown,
): Promise<{ transactionId: string; amountIdr: number }> {
  const { status, body: answer } = await site.call('POST', '/checkout', { token, body })
  expect([status, answer.data.token]).toEqual([200, null])
  return { transactionId: answer.data.transactionId, amountIdr: 0 }
}

let rounds = 0

test('whatever is stacked, card, page, cart, quote, payment, invoice and ledger say the same amount, which can be charged', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ prices, discount, ebookPrice, bundlePrice, sale, code, what, share }) => {
      const round = ++rounds
      const [instructor, student] = [await site.createInstructor(), await site.createStudent()]
      const [title, other] = [`Kartu ${round}`, `Kedua ${round}`]
      const one = await site.createCourse({ title, price: prices[0], discount, instructorId: instructor.id })
      const two = await site.createCourse({ title: other, price: prices[1], instructorId: instructor.id })
      const ebook = await site.createEbook({ title: `Buku ${round}`, price: ebookPrice })
      if (share !== null) {
        const instructors = [{ userId: instructor.id, sharePercent: share }]
        expect(
          (await site.call('PATCH', `/courses/${one.id}`, { token: admin.token, body: { instructors } })).status,
        ).toBe(200)
      }
      const parts = [{ courseId: one.id }, { courseId: two.id }, { ebookId: ebook.id }]
      const { _id: bundleId, slug } = await made('/admin/bundles', {
        title: `Paket ${round}`,
        price: bundlePrice,
        status: 'published',
        items: parts,
      })
      const dates = {
        startsAt: site.clock.now().toISOString(),
        endsAt: new Date(site.clock.now().getTime() + dayMs).toISOString(),
      }
      const valueOf = ({ kind, value }: { kind: string; value: number }) =>
        kind === 'percent' ? value : value * 10_000
      const planned =
        sale &&
        (await made('/admin/sales', { name: `Obral ${round}`, kind: sale.kind, value: valueOf(sale), ...dates }))
      const promo =
        code &&
        (await made('/admin/promo-codes', { code: `TUMPUK${round}`, kind: code.kind, value: valueOf(code), ...dates }))
      try {
        const body = {
          course: { courseId: one.id },
          ebook: { ebookId: ebook.id },
          bundle: { bundleId },
          cart: { items: parts },
        }[what]
        const quoted = (token?: string, promoCode?: string) =>
          site
            .call('POST', '/checkout/quote', {
              ...(token && { token }),
              body: { ...body, ...(promoCode && { promoCode }) },
            })
            .then((answer) => answer.body.data)
        const card = (await data(`/courses?q=${encodeURIComponent(title)}`)).find(
          ({ _id }: { _id: string }) => _id === one.id,
        )
        const shownEbook = await data(`/ebook/${ebook.id}`)
        const paidForEbook = shownEbook.sale?.price ?? shownEbook.price
        const shownCourses: Priced[] = [await data(`/courses/${one.id}`), await data(`/courses/${two.id}`)]
        const [paidForOne = 0, paidForTwo = 0] = shownCourses.map(priceAfterDiscount)
        const shown = {
          course: paidForOne,
          ebook: paidForEbook,
          bundle: (await data(`/bundles/${slug}`))?.price ?? (await data(`/bundles/${bundleId}`)).price,
          cart: paidForOne + paidForTwo + paidForEbook,
        }[what]
        expect(priceAfterDiscount(card)).toBe(paidForOne)
        if (what === 'cart') {
          for (const [kind, id] of [
            ['course', one.id],
            ['course', two.id],
            ['ebook', ebook.id],
          ])
            await site.call('PUT', `/me/cart/${kind}/${id}`, { token: student.token })
          expect((await data('/me/cart', student.token)).total).toBe(shown)
        }
        expect((await quoted()).total).toBe(shown)
        const promoCode = promo?.code as string | undefined
        const agreed = await quoted(student.token, promoCode)
        expect(agreed.listPrice - agreed.discount - agreed.promoDiscount).toBe(agreed.total)
        expect(agreed.total).toBeLessThanOrEqual(shown)
        expect(agreed.total === 0 || agreed.total >= minimumChargeIdr).toBe(true)
        const wanted = { ...body, shownTotal: agreed.total, ...(promoCode && { promoCode }) }
        const { transactionId, amountIdr } =
          agreed.total > 0 ? await buy(site, student, wanted) : await takeForNothing(student, wanted)
        expect(amountIdr).toBe(agreed.total)
        const invoice = await data(`/my-transaction/${transactionId}`, student.token)
        expect([invoice.total, invoice.amount, invoice.status]).toEqual([agreed.total, agreed.total, 'success'])
        const booked = await site.database.query
          .select()
          .from(ledgerLines)
          .where(eq(ledgerLines.transactionId, transactionId))
        const sumOf = (lines: typeof booked) => lines.reduce((sum, line) => sum + line.amountIdr, 0)
        expect(sumOf(booked.filter(({ account }) => account === 'gross'))).toBe(agreed.total)
        expect(sumOf(booked)).toBe(0)
        expect(booked.every(({ account, amountIdr: idr }) => (account === 'gross' ? idr > 0 : idr < 0))).toBe(true)
      } finally {
        if (planned) await site.call('DELETE', `/admin/sales/${planned._id}`, { token: admin.token })
      }
    }),
    { numRuns: 12 },
  )
  await checkBooks(site)
}, 120_000)
