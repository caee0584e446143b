import { lowestMinimumPayoutIdr } from '#contract/commerce/payouts.ts'
import { formatDateTime, jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { seedPaths } from './paths.ts'
import { demoAccounts, findBuyer, findDemoStudent, type DemoDeps } from './accounts.ts'

/** Two bundles, two learning paths, a running and a coming sale; where purchases can be paid also a gift that waits for its receiver, and a request for a refund. */
export async function seedSelling(deps: DemoDeps): Promise<void> {
  const { app, clock, pay } = deps
  const { catalog, commerce, identity, library } = app.modules
  const { cards } = await catalog.listCourses({ type: 'premium', sort: 'price-asc', page: 1, limit: 100 })
  const { cards: ebooks } = await library.listEbooks({ page: 1, limit: 100 })
  const sold = cards.filter(({ lessonCount }) => lessonCount > 0)
  const ebook = ebooks.find(({ price }) => price > 0)
  const listPriceOf = (courses: typeof sold) =>
    courses.reduce((sum, { price, discount }) => sum + Math.round((price * (100 - discount)) / 100), 0)
  const round = (amount: number) => Math.max(10_000, Math.round(amount / 1000) * 1000)
  const bundles = [
    {
      title: 'Mulai dari Nol',
      description: 'Yang pertama dipelajari, saling melengkapi dari dasar sampai proyek kecil yang bisa dipamerkan.',
      courses: sold.slice(0, 3),
      ebook,
    },
    {
      title: 'Naik Level',
      description: 'Dua kelas untuk yang sudah punya dasar dan ingin mengerjakan proyek sungguhan.',
      courses: sold.slice(3, 5),
      ebook: undefined,
    },
  ]
  for (const { title, description, courses, ebook: book } of bundles) {
    const items = [...courses.map(({ _id }) => ({ courseId: _id })), ...(book ? [{ ebookId: book._id }] : [])]
    if (items.length < 2) continue
    const price = round((listPriceOf(courses) + (book?.price ?? 0)) * 0.7)
    await commerce.bundles.create(null, { title, description, price, status: 'published', items })
  }
  await seedPaths(deps)
  // The dearest course without a discount is in no bundle.
  const onSale = sold.findLast(({ discount }) => discount === 0) ?? sold.at(-1)
  const midnight = (days: number) =>
    jakartaMidnight(jakartaDay(new Date(clock.now().getTime() + days * dayMs))).toISOString()
  const plan = { kind: 'percent' as const, categoryId: null, courseId: null }
  if (onSale)
    await commerce.scheduledSales.create(null, {
      ...plan,
      name: 'Diskon minggu ini',
      value: 30,
      courseId: onSale._id,
      startsAt: midnight(0),
      endsAt: midnight(6),
    })
  await commerce.scheduledSales.create(null, {
    ...plan,
    name: 'Diskon akhir bulan depan',
    value: 20,
    startsAt: midnight(30),
    endsAt: midnight(34),
  })
  if (!pay) return
  const giver = await findDemoStudent(app)
  const gift = { email: 'rani@contoh.id', name: 'Rani', message: 'Selamat ulang tahun! Semoga betah belajarnya.' }
  const [course] = sold.slice(-1)
  const outcome =
    course &&
    (await commerce.checkout({
      student: giver,
      wanted: [{ kind: 'course', itemId: course._id }],
      gift,
      promoCode: null,
      client: 'demo',
    }))
  if (outcome?.outcome === 'opened' && outcome.token) await pay(outcome.token)
  await askForRefund(app, await identity.findIdByEmail(demoAccounts.student))
  await seedTransfer(deps, sold)
}

/** For the newest purchase for which it may be asked. */
async function askForRefund(app: DemoDeps['app'], studentId: string | null): Promise<void> {
  if (!studentId) return
  const student = await findBuyer(app.modules, studentId)
  const refundable = (await app.modules.commerce.listMine(student)).filter(
    ({ canAskRefund, gift }) => canAskRefund && !gift,
  )
  for (const { _id } of refundable) {
    const asked = await app.modules.commerce.refundRequests.request(student.id, {
      id: _id,
      reason: 'Ternyata materinya sudah pernah kupelajari di tempat kerja.',
    })
    if (asked.outcome === 'requested') return
  }
}

/** Payments by hand are on in the demo, with an account that no bank has, and one of them waits with its proof. */
async function seedTransfer({ app, database, clock }: DemoDeps, sold: readonly { _id: string }[]): Promise<void> {
  const { commerce, learning, settings } = app.modules
  await database.transaction((tx) =>
    settings.writeSite(tx, {
      transfer: { enabled: true, bank: 'Bank Contoh', number: '0001234567', holder: 'Cendaki (demo)' },
    }),
  )
  const student = await findDemoStudent(app)
  for (const { _id } of sold.toReversed()) {
    if (await learning.isEnrolled(student.id, _id)) continue
    const opened = await commerce.checkout({
      student,
      wanted: [{ kind: 'course', itemId: _id }],
      gift: null,
      promoCode: null,
      method: 'transfer',
      client: 'demo',
    })
    if (opened.outcome !== 'opened' || opened.token !== null) continue
    const { amount } = (await commerce.showMine(student, opened.transactionId)) ?? { amount: 0 }
    await commerce.transfers.sendProof(student, {
      id: opened.transactionId,
      proof: await drawReceipt(amount, clock.now()),
    })
    return
  }
}

/** A picture like the one that a banking app shows. */
async function drawReceipt(amountIdr: number, at: Date): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const lines = [
    'Transfer berhasil',
    formatDateTime(at.toISOString()),
    'Ke: Bank Contoh 0001234567',
    formatRupiah(amountIdr),
  ]
  const text = lines
    .map(
      (line, index) =>
        `<text x="40" y="${90 + index * 70}" font-size="${index === 0 ? 34 : 26}" font-family="sans-serif">${line}</text>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="400"><rect width="540" height="400" fill="#fff"/>${text}</svg>`
  return new Blob([Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer())], { type: 'image/png' })
}

const largestPayoutIdr = 500_000

/** Needs the admin: the instructor was paid a part of what the generated history earned. */
export async function seedPayout({ modules: { commerce, identity } }: DemoDeps['app']): Promise<void> {
  const [instructorId, adminId] = [
    await identity.findIdByEmail(demoAccounts.instructor),
    await identity.findIdByEmail(demoAccounts.admin),
  ]
  if (!instructorId || !adminId) return
  const { payouts } = commerce
  const { availableIdr } = await payouts.readBalance(instructorId)
  const amountIdr = Math.floor(Math.min(availableIdr / 2, largestPayoutIdr) / lowestMinimumPayoutIdr) * lowestMinimumPayoutIdr
  if (amountIdr < lowestMinimumPayoutIdr) return
  const holder = (await identity.findUserProfiles([instructorId])).get(instructorId)?.name ?? ''
  const number = '0009876543'
  await payouts.saveBankAccount(instructorId, { bank: 'Bank Contoh', number, holder })
  await payouts.verifyBankAccount({ adminId, userId: instructorId, number })
  const asked = await payouts.request(instructorId, { amountIdr })
  await payouts.createBatch(adminId)
  if (asked.outcome === 'requested')
    await payouts.decide({ id: asked.payout._id, adminId, reference: 'CONTOH-0001', state: 'sent' })
}
