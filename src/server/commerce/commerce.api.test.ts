import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Laris', price: 249_000, discount: 40, lessons: 3 })
})
afterAll(() => site.close())

const checkout = (who: SignedIn, body: unknown = { courseId: course.id }) =>
  site.call('POST', '/checkout', { token: who.token, body })
const transactionsOf = async (who: SignedIn) =>
  (await site.call('GET', '/my-transaction', { token: who.token })).body.data
const isEnrolled = (who: SignedIn, { id }: MadeCourse = course) => site.app.modules.learning.isEnrolled(who.id, id)
const orderOf = (token: string) => site.sandbox.listOrders().find((order) => order.token === token)

/** A student with an open transaction, and its order id at the sandbox. */
async function buyer() {
  const student = await site.createStudent()
  const { body } = await checkout(student)
  const order = orderOf(body.data.token)
  if (!order) throw new Error('the sandbox has no such order')
  return { student, orderId: order.orderId, transactionId: body.data.transactionId as string }
}

function notification(orderId: string, status: string, changes: Record<string, string> = {}) {
  const body = {
    order_id: orderId,
    status_code: '200',
    gross_amount: '149400.00',
    transaction_status: status,
    transaction_id: 'T-1',
    fraud_status: 'accept',
    currency: 'IDR',
    ...changes,
  }
  const signature_key = createHash('sha512')
    .update(body.order_id + body.status_code + body.gross_amount + site.keys.serverKey)
    .digest('hex')
  return { signature_key, ...body }
}

describe('checkout', () => {
  test('opens a transaction at the stored price, regardless of the request body', async () => {
    const student = await site.createStudent()
    const { status, body } = await checkout(student, {
      courseId: course.id,
      price: 1,
      discount: 100,
      amount: 1,
      status: 'paid',
      userId: 'x',
    })
    expect([status, body.data.token.length, body.data.redirectUrl]).toEqual([
      200,
      36,
      `http://pay.test/snap/v4/redirection/${body.data.token}`,
    ])
    expect(orderOf(body.data.token)).toMatchObject({ amountIdr: 149_400 })
    expect(await transactionsOf(student)).toMatchObject([
      { status: 'pending', amount: 149_400, invoiceId: null, course: { title: 'Kelas Laris', price: 249_000 } },
    ])
  })

  test.each(['course', 'e-book'])(
    'rejects a %s without content, also when its content was deleted after publishing',
    async (kind) => {
      const student = await site.createStudent()
      const admin = await site.createAdmin()
      if (kind === 'course') {
        const empty = await site.createCourse({ lessons: 0 })
        const { status, body } = await checkout(student, { courseId: empty.id })
        expect([status, body.code, body.message]).toEqual([409, 'empty-item', 'Kelas ini belum punya materi.'])
      } else {
        const emptied = await site.createEbook({ price: 50_000, sections: 1 })
        await site.call('DELETE', `/admin/ebooks/${emptied.id}/sections/${emptied.sectionIds[0]}`, {
          token: admin.token,
        })
        const { status, body } = await checkout(student, { ebookId: emptied.id })
        expect([status, body.code, body.message]).toEqual([409, 'empty-item', 'E-book ini belum punya isi.'])
      }
      expect(await transactionsOf(student)).toEqual([])
    },
  )

  test('nobody enrols in a free course without lessons, and its first lesson opens it', async () => {
    const student = await site.createStudent()
    const admin = await site.createAdmin()
    const empty = await site.createCourse({ price: 0, lessons: 0 })
    const enroll = () => site.call('POST', `/courses/${empty.id}/enroll`, { token: student.token })
    expect(await enroll()).toMatchObject({
      status: 409,
      body: { code: 'empty-item', message: 'Kelas ini segera hadir: materinya belum ada.' },
    })
    expect((await checkout(student, { courseId: empty.id })).status).toBe(409)
    const lesson = { title: 'Pembuka', type: 'text', courseId: empty.id, text: '<p>Halo</p>' }
    await site.call('POST', '/courses/content/create', { token: admin.token, body: lesson })
    expect((await enroll()).status).toBe(200)
  })

  test('rejects a purchase of the own course', async () => {
    const instructor = await site.createInstructor()
    const own = await site.createCourse({ instructorId: instructor.id })
    const { status, body } = await checkout(instructor, { courseId: own.id })
    expect([status, body.code, body.message]).toEqual([
      409,
      'own-item',
      'Ini kelasmu sendiri, jadi tidak perlu dibeli.',
    ])
  })

  test('returns the same open transaction to a second request', async () => {
    const { student, orderId } = await buyer()
    const again = await checkout(student)
    expect(orderOf(again.body.data.token)?.orderId).toBe(orderId)
    expect(await transactionsOf(student)).toHaveLength(1)
  })

  test('rejects an item that is already owned', async () => {
    const { student, orderId } = await buyer()
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    const { status, body } = await checkout(student)
    expect([status, body.code, body.message]).toEqual([409, 'already-enrolled', 'Anda sudah terdaftar di kelas ini.'])
  })

  test('enrols in a free course without calling the provider', async () => {
    const free = await site.createCourse({ price: 90_000, discount: 100 })
    const student = await site.createStudent()
    const orders = site.sandbox.listOrders().length
    const { body } = await checkout(student, { courseId: free.id })
    expect([body.data.token, await isEnrolled(student, free), site.sandbox.listOrders().length]).toEqual([
      null,
      true,
      orders,
    ])
    expect(await transactionsOf(student)).toEqual([])
  })

  test('replaces the open transaction when the price changed', async () => {
    const moving = await site.createCourse({ price: 100_000 })
    const student = await site.createStudent()
    await checkout(student, { courseId: moving.id })
    const { courses } = await import('#server/catalog/tables.ts')
    await site.database.query.update(courses).set({ priceIdr: 120_000 })
    const { body } = await checkout(student, { courseId: moving.id })
    expect(orderOf(body.data.token)?.amountIdr).toBe(120_000)
    expect((await transactionsOf(student)).map((transaction: { state: string }) => transaction.state).sort()).toEqual([
      'cancelled',
      'pending',
    ])
    await site.database.query.update(courses).set({ priceIdr: 249_000 })
  })

  test('opens a new transaction after the payment session expired', async () => {
    const { student, orderId } = await buyer()
    site.clock.advance(25 * hourMs)
    const { body } = await checkout(student)
    expect(orderOf(body.data.token)?.orderId).not.toBe(orderId)
    expect((await transactionsOf(student)).map((transaction: { status: string }) => transaction.status)).toEqual([
      'pending',
      'other',
    ])
  })

  test.each([
    ['an unknown course', { courseId: '00000000-0000-7000-8000-000000000000' }, 404],
    ['a malformed id', { courseId: 'x' }, 404],
    ['no course', {}, 422],
    ['a number for an id', { courseId: 7 }, 422],
    ['an array', [], 422],
    ['an e-book that does not exist', { ebookId: '00000000-0000-7000-8000-000000000000' }, 404],
    [
      'a course and an e-book at once',
      { courseId: '00000000-0000-7000-8000-000000000000', ebookId: '00000000-0000-7000-8000-000000000000' },
      422,
    ],
  ])('returns the right status for %s', async (_, body, expected) => {
    const student = await site.createStudent()
    expect((await checkout(student, body)).status).toBe(expected)
  })

  test('requires a session', async () =>
    expect((await site.call('POST', '/checkout', { body: { courseId: course.id } })).status).toBe(401))

  test('does not sell a draft', async () => {
    const draft = await site.createCourse({ status: 'draft' })
    expect((await checkout(await site.createStudent(), { courseId: draft.id })).status).toBe(404)
  })
})

describe('a payment', () => {
  test('grants access once and numbers the invoice, also when the notification is repeated', async () => {
    const { student, orderId, transactionId } = await buyer()
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    const [transaction] = await transactionsOf(student)
    expect(transaction).toMatchObject({ _id: transactionId, status: 'success', state: 'paid', paymentUrl: null })
    expect(transaction.invoiceId).toMatch(/^INV\/2026\/11\/\d{6}$/)
    expect(await isEnrolled(student)).toBe(true)

    const again = await site.call('POST', '/payments/notification', { body: notification(orderId, 'settlement') })
    expect(again.status).toBe(200)
    expect(await transactionsOf(student)).toMatchObject([{ invoiceId: transaction.invoiceId }])
  })

  test('is found by a refresh when its notification got lost', async () => {
    const { student, orderId, transactionId } = await buyer()
    site.sandbox.setChaos({ dropNotices: 99 }, orderId)
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    expect(await isEnrolled(student)).toBe(false)
    const { body } = await site.call('POST', `/my-transaction/${transactionId}/refresh`, { token: student.token })
    expect([body.data.status, await isEnrolled(student)]).toEqual(['success', true])
  })

  test('that is denied leaves the transaction open for another attempt', async () => {
    const { student, orderId } = await buyer()
    site.sandbox.deny(orderId)
    await site.sandbox.idle()
    expect(await transactionsOf(student)).toMatchObject([{ status: 'pending' }])
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    expect(await transactionsOf(student)).toMatchObject([{ status: 'success' }])
  })

  test('that is refunded revokes the access', async () => {
    const { student, orderId } = await buyer()
    site.sandbox.pay(orderId)
    site.sandbox.settle(orderId)
    await site.sandbox.idle()
    site.sandbox.refund(orderId)
    await site.sandbox.idle()
    expect(await transactionsOf(student)).toMatchObject([{ status: 'other', state: 'refunded' }])
    expect(await isEnrolled(student)).toBe(false)
  })

  test('gives invoice numbers without gaps', async () => {
    const numbers: number[] = []
    for (let count = 0; count < 3; count++) {
      const { student, orderId } = await buyer()
      site.sandbox.pay(orderId)
      await site.sandbox.idle()
      numbers.push(Number((await transactionsOf(student))[0].invoiceId.slice(-6)))
    }
    expect([(numbers[1] ?? 0) - (numbers[0] ?? 0), (numbers[2] ?? 0) - (numbers[1] ?? 0)]).toEqual([1, 1])
  })
})

describe('the notification', () => {
  test('with a bad signature is rejected and changes nothing', async () => {
    const { student, orderId } = await buyer()
    const forged = { ...notification(orderId, 'settlement'), signature_key: 'a'.repeat(128) }
    const { status } = await site.call('POST', '/payments/notification', { body: forged })
    expect([status, await isEnrolled(student)]).toEqual([403, false])
  })

  test('does not decide the status, even with a valid signature', async () => {
    const { student, orderId } = await buyer()
    const { status } = await site.call('POST', '/payments/notification', { body: notification(orderId, 'settlement') })
    expect([status, await isEnrolled(student), (await transactionsOf(student))[0].status]).toEqual([
      200,
      false,
      'pending',
    ])
  })

  test('for an unknown order is accepted and has no effect', async () => {
    const { status } = await site.call('POST', '/payments/notification', {
      body: notification('KLS-00000000000000000000000000', 'settlement'),
    })
    expect(status).toBe(200)
  })

  test.each([
    ['missing fields', {}],
    [
      'a list for an amount',
      { order_id: 'x', status_code: '200', signature_key: 'x', transaction_status: 'x', gross_amount: [5] },
    ],
    ['an array', []],
  ])('with %s is rejected with 422', async (_, body) =>
    expect((await site.call('POST', '/payments/notification', { body })).status).toBe(422),
  )
})

describe('GET /my-transaction', () => {
  test('needs as many database queries for four transactions as for one', async () => {
    const [few, many] = [await site.createStudent(), await site.createStudent()]
    await checkout(few, { courseId: course.id })
    for (let number = 0; number < 4; number++) await checkout(many, { courseId: (await site.createCourse()).id })
    expect(await transactionsOf(many)).toHaveLength(4)
    expect(await countQueries(site.database, () => transactionsOf(many))).toBe(
      await countQueries(site.database, () => transactionsOf(few)),
    )
  })
})

describe('GET /my-transaction/{id}', () => {
  test('shows seller, buyer, lines, total and the amount in words', async () => {
    const { student, transactionId } = await buyer()
    const { body } = await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })
    expect(body.data).toMatchObject({
      user: { name: student.name, email: student.email },
      seller: { name: 'Cendaki' },
      lines: [
        { description: 'Kelas Laris', amount: 249_000 },
        { description: 'Akses selamanya', amount: 0 },
        { description: 'Sertifikat', amount: 0 },
      ],
      subtotal: 249_000,
      discount: 99_600,
      total: 149_400,
      totalInWords: 'seratus empat puluh sembilan ribu empat ratus rupiah',
    })
  })

  test('is found only by its owner and admins', async () => {
    const { transactionId } = await buyer()
    const [otherStudent, instructor, admin] = [
      await site.createStudent(),
      await site.createInstructor(),
      await site.createAdmin(),
    ]
    const statuses = await Promise.all(
      [otherStudent, instructor, admin].map(
        async ({ token }) => (await site.call('GET', `/my-transaction/${transactionId}`, { token })).status,
      ),
    )
    expect(statuses).toEqual([404, 404, 200])
    expect((await site.call('GET', `/my-transaction/${transactionId}`)).status).toBe(401)
    expect(
      (await site.call('POST', `/my-transaction/${transactionId}/refresh`, { token: otherStudent.token })).status,
    ).toBe(404)
  })

  test('shows the issued invoice, unaffected by a later change of the seller', async () => {
    const { student, orderId, transactionId } = await buyer()
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    await site.database.transaction((tx) =>
      site.app.modules.settings.writeSite(tx, { seller: { name: 'Nama Baru', address: 'x', taxNumber: '' } }),
    )
    const { body } = await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })
    expect(body.data.seller.name).toBe('Cendaki')
  })
})
