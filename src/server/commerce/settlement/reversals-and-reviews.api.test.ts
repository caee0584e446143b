import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { publicStatus, transactionStates } from '#contract/commerce/transactions.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
let admin: SignedIn
beforeAll(async () => void (site = await startTestSite()))
beforeEach(async () => {
  course = await site.createCourse({ title: 'Kelas Uang', price: 89_000, lessons: 1 })
  admin = await site.createAdmin()
})
afterAll(() => site.close())

async function buyer() {
  const student = await site.createStudent()
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  const id = body.data.transactionId as string
  const asAdmin = (path: string, sent?: object) =>
    site.call(sent ? 'POST' : 'GET', `/admin/transactions/${id}${path}`, {
      token: admin.token,
      ...(sent && { body: sent }),
    })
  return {
    student,
    orderId,
    id,
    asAdmin,
    state: async () => (await asAdmin('')).body.data.state as string,
    isEnrolled: () => site.app.modules.learning.isEnrolled(student.id, course.id),
    gross: async () =>
      (await asAdmin('')).body.data.ledger.reduce(
        (sum: number, entry: { gross: number }) => sum + entry.gross,
        0,
      ) as number,
    acts: async (act: () => unknown) => {
      act()
      await site.sandbox.idle()
    },
  }
}

async function mailsTo(email: string): Promise<string[]> {
  return (await site.mailsTo(email)).map(({ subject }) => subject)
}

describe('a settled payment that the bank takes back', () => {
  test.each(['deny', 'failure', 'cancel'] as const)(
    'by %s ends access and books, tells buyer and admins, and a later settlement restores all',
    async (to) => {
      const { student, orderId, acts, state, isEnrolled, gross, asAdmin } = await buyer()
      await acts(() => site.sandbox.pay(orderId))
      await acts(() => site.sandbox.settle(orderId))
      await acts(() => site.sandbox.reverse(orderId, to))
      expect([await state(), await isEnrolled(), await gross()]).toEqual(['reversed', false, 0])
      expect(await mailsTo(student.email)).toContain('Pembayaran dibatalkan bank: Kelas Uang')
      expect(await mailsTo(admin.email)).toContain(`Perlu diperiksa: pembayaran ${orderId}`)
      const mails = (await mailsTo(admin.email)).length

      await acts(() => asAdmin('/refresh', {}))
      expect(await mailsTo(admin.email)).toHaveLength(mails)
      await acts(() => site.sandbox.restore(orderId))
      expect([await state(), await isEnrolled(), await gross()]).toEqual(['paid', true, 89_000])
    },
  )

  describe('what the student had in the course', () => {
    async function finished() {
      const made = await buyer()
      const { token } = made.student
      await made.acts(() => site.sandbox.pay(made.orderId))
      await made.acts(() => site.sandbox.settle(made.orderId))
      await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token })
      await site.call('PUT', `/courses/${course.id}/reviews`, { token, body: { rating: 5, text: 'Bagus sekali.' } })
      const issued = await site.call('POST', `/courses/${course.id}/certificate`, {
        token,
        body: { name: 'Sari Dewi' },
      })
      const enrolledAt = site.clock.now().toISOString()
      site.clock.advance(hourMs)
      const seen = async () => {
        const overview = (await site.call('GET', `/courses/${course.id}/overview`)).body.data
        const certificate = (await site.call('GET', `/certificates/${issued.body.data._id}`)).body.data
        const [row] = (await site.call('GET', '/courses/enrolled', { token })).body.data
        return {
          reviews: overview.reviews.filter(({ text }: { text: string }) => text === 'Bagus sekali.').length,
          isCounted: overview.ratingCount,
          isValid: certificate.valid,
          enrolledAt: row?.enrolledAt ?? null,
        }
      }
      const before = await seen()
      expect(before).toEqual({ reviews: 1, isCounted: 1, isValid: true, enrolledAt })
      await made.acts(() => site.sandbox.reverse(made.orderId))
      expect(await seen()).toEqual({ reviews: 0, isCounted: 0, isValid: false, enrolledAt: null })
      return { ...made, before, seen, remove: () => site.call('DELETE', `/courses/${course.id}/reviews`, { token }) }
    }

    test('is suspended, said in its own words, and there again as it was when the payment is settled again', async () => {
      const { student, orderId, acts, before, seen, remove } = await finished()
      const told = JSON.stringify((await site.call('GET', '/me/notifications', { token: student.token })).body.data)
      expect(told).toContain('Pembayaran dibatalkan bank: Kelas Uang')
      expect(told).not.toContain('Dana dikembalikan')
      await acts(() => site.sandbox.restore(orderId))
      expect(await seen()).toEqual(before)
      expect((await remove()).status).toBe(200)
    })

    test('is there again with another access, too', async () => {
      const { student, before, seen, remove } = await finished()
      const enrolledAt = site.clock.now().toISOString()
      await site.enroll(student, course)
      expect(await seen()).toEqual({ ...before, enrolledAt })
      await remove()
    })

    test('stays hidden when staff had hidden it', async () => {
      const { orderId, acts, seen } = await finished()
      await acts(() => site.sandbox.restore(orderId))
      admin = await site.createAdmin()
      const { data } = (await site.call('GET', '/admin/reviews', { token: admin.token })).body
      const { _id: id } = data.find(({ text }: { text: string }) => text === 'Bagus sekali.')
      const body = { reason: 'Kasar' }
      expect((await site.call('POST', `/admin/reviews/${id}/hide`, { token: admin.token, body })).status).toBe(200)
      await acts(() => site.sandbox.reverse(orderId))
      await acts(() => site.sandbox.restore(orderId))
      expect(await seen()).toMatchObject({ reviews: 0, isCounted: 0, isValid: true })
    })

    const review = async (of: SignedIn) => {
      admin = await site.createAdmin()
      const { data } = (await site.call('GET', '/admin/reviews', { token: admin.token })).body
      return data.find(({ email }: { email: string }) => email === of.email)
    }
    const moderate = async (id: string, how: 'hide' | 'restore') =>
      (await site.call('POST', `/admin/reviews/${id}/${how}`, { token: admin.token, body: { reason: 'Kasar' } })).status

    test('is not shown again with access that staff gave, and the review goes with the money', async () => {
      const { student, orderId, acts, seen, state } = await finished()
      await site.call('POST', `/courses/${course.id}/students`, {
        token: (await site.createAdmin()).token,
        body: { email: student.email },
      })
      expect(await seen()).toMatchObject({ reviews: 0, isCounted: 0, isValid: true })
      expect(await moderate((await review(student))._id, 'restore')).toBe(200)
      expect(await seen()).toMatchObject({ reviews: 1, isCounted: 1 })
      await acts(() => {
        site.sandbox.restore(orderId)
        site.sandbox.refund(orderId)
      })
      expect(await state()).toBe('refunded')
      expect([await seen(), await review(student)]).toMatchObject([{ reviews: 0, isCounted: 0 }, undefined])
    })

    test('stays with access of their own', async () => {
      const { student, orderId, acts, seen, remove } = await finished()
      await site.enroll(student, course)
      await acts(() => {
        site.sandbox.restore(orderId)
        site.sandbox.refund(orderId)
      })
      expect(await seen()).toMatchObject({ reviews: 1, isCounted: 1 })
      await remove()
    })

    test('can be hidden by staff meanwhile, and stays so when the payment is settled again', async () => {
      const { student, orderId, acts, seen } = await finished()
      const { _id: id, isSuspended } = await review(student)
      expect(isSuspended).toBe(true)
      expect([await moderate(id, 'hide'), await moderate(id, 'hide')]).toEqual([200, 409])
      expect(await review(student)).toMatchObject({ hiddenReason: 'Kasar', isSuspended: false })
      expect(await seen()).toMatchObject({ reviews: 0, isCounted: 0 })
      await acts(() => site.sandbox.restore(orderId))
      expect(await seen()).toMatchObject({ reviews: 0, isCounted: 0, isValid: true })
    })

    test('is deleted when the money is refunded after all', async () => {
      const { student, orderId, acts, seen, state } = await finished()
      admin = await site.createAdmin()
      await acts(() => {
        site.sandbox.restore(orderId)
        site.sandbox.refund(orderId)
      })
      expect(await state()).toBe('refunded')
      await site.enroll(student, course)
      expect(await seen()).toMatchObject({ reviews: 0, isCounted: 0 })
    })
  })

  test('leaves the buyer free to buy again, and the first payment goes back when it is settled after all', async () => {
    const { student, orderId, acts, state } = await buyer()
    await acts(() => site.sandbox.pay(orderId))
    await acts(() => site.sandbox.settle(orderId))
    await acts(() => site.sandbox.reverse(orderId))
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
    const second = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
    await acts(() => site.sandbox.pay(second))
    await acts(() => site.sandbox.restore(orderId))
    site.clock.advance(hourMs)
    admin = await site.createAdmin()
    await site.runDue('commerce')
    expect(await state()).toBe('refunded')
  })
})

describe('a payment under review', () => {
  async function inReview() {
    const made = await buyer()
    site.sandbox.setChaos({ buyerFeeIdr: -1_000 }, made.orderId)
    await made.acts(() => site.sandbox.pay(made.orderId))
    expect(await made.state()).toBe('review')
    return made
  }

  test('is in the overview and in a mail to every admin at once', async () => {
    const { id, orderId } = await inReview()
    const { attention } = (await site.call('GET', '/admin/overview', { token: admin.token })).body.data
    expect(attention).toContainEqual(
      expect.objectContaining({ _id: id, state: 'review', alert: 'amount', item: 'Kelas Uang' }),
    )
    expect(await mailsTo(admin.email)).toContain(`Perlu diperiksa: pembayaran ${orderId}`)
  })

  test('is accepted with a reason: access, invoice and books follow, and later reads change nothing', async () => {
    const { id, asAdmin, isEnrolled, state, gross } = await inReview()
    expect((await asAdmin('/accept', { reason: '' })).status).toBe(422)
    expect((await asAdmin('/accept', { reason: 'Selisih biaya bank' })).body.data).toMatchObject({
      state: 'paid',
      status: 'success',
    })
    expect([await isEnrolled(), await gross()]).toEqual([true, 89_000])
    await asAdmin('/refresh', {})
    expect(await state()).toBe('paid')
    const { entries } = await site.app.modules.audit.list({ subjectId: id }, { page: 1, limit: 5 })
    expect(entries).toMatchObject([
      { action: 'transaction.accepted', details: { reason: 'Selisih biaya bank', alert: 'amount' } },
    ])
    expect((await asAdmin('/accept', { reason: 'Sekali lagi' })).status).toBe(409)
  })

  test('is refunded with a reason: the money goes back and the item can be bought again', async () => {
    const { student, orderId, asAdmin, isEnrolled } = await inReview()
    expect((await asAdmin('/refund', { reason: 'Bukan harganya' })).body.data).toMatchObject({ status: 'other' })
    expect(['refund', 'cancel']).toContain(site.sandbox.findOrder(orderId)?.status)
    expect(await isEnrolled()).toBe(false)
    expect((await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })).status).toBe(
      200,
    )
  })

  describe('that was accepted is a payment like any other', () => {
    async function accepted({ settles = true } = {}) {
      const made = await inReview()
      if (settles) await made.acts(() => site.sandbox.settle(made.orderId))
      await made.asAdmin('/accept', { reason: 'Selisih biaya bank' })
      const mails = (await mailsTo(admin.email)).length
      return { ...made, newMails: async () => (await mailsTo(admin.email)).slice(mails) }
    }

    test.each([
      ['settled', true],
      ['captured', false],
    ])('when %s, an admin refunds it once: access and books end', async (_, settles) => {
      const { student, asAdmin, state, isEnrolled, gross, newMails } = await accepted({ settles })
      expect((await asAdmin('/refund', { reason: 'Salah pilih kelas' })).body.data).toMatchObject({ refunded: 89_000 })
      expect([await state(), await isEnrolled(), await gross()]).toEqual(['refunded', false, 0])
      expect((await asAdmin('/refund', { reason: 'Sekali lagi' })).body.code).toBe('not-refundable')
      expect(await mailsTo(student.email)).toContain('Dana dikembalikan: Kelas Uang')
      await asAdmin('/refresh', {})
      expect(await newMails()).toEqual([])
    })

    test('a chargeback ends access and books', async () => {
      const { orderId, acts, state, isEnrolled, gross, newMails } = await accepted()
      await acts(() => site.sandbox.chargeback(orderId))
      expect([await state(), await isEnrolled(), await gross()]).toEqual(['chargeback', false, 0])
      expect(await newMails()).toEqual([`Perlu diperiksa: pembayaran ${orderId}`])
    })

    test('the bank may take it back and settle it again', async () => {
      const { orderId, acts, asAdmin, state, isEnrolled } = await accepted()
      await acts(() => site.sandbox.reverse(orderId))
      expect([await state(), await isEnrolled()]).toEqual(['reversed', false])
      await acts(() => site.sandbox.restore(orderId))
      expect([await state(), await isEnrolled()]).toEqual(['paid', true])
      expect((await asAdmin('')).body.data.alert).toBe(null)
    })
  })

  test('that was rejected stays closed: what the provider reports of its refund is mailed to nobody', async () => {
    const { orderId, acts, asAdmin, state } = await inReview()
    await acts(() => site.sandbox.settle(orderId))
    await asAdmin('/refund', { reason: 'Bukan harganya' })
    const mails = (await mailsTo(admin.email)).length
    await site.sandbox.idle()
    await asAdmin('/refresh', {})
    expect([await state(), (await asAdmin('')).body.data.alert]).toEqual(['cancelled', null])
    expect(await mailsTo(admin.email)).toHaveLength(mails)
  })

  test('that is no payment yet is not accepted', async () => {
    const { orderId, acts, asAdmin, state } = await buyer()
    site.sandbox.setChaos({ buyerFeeIdr: -1_000 }, orderId)
    await acts(() => site.sandbox.payLater(orderId))
    expect((await asAdmin('/accept', { reason: 'Percaya saja' })).body.code).toBe('not-paid')
    await acts(() => site.sandbox.expire(orderId))
    expect(await state()).toBe('expired')
  })

  test('by a fraud challenge is approved at the provider when it is accepted', async () => {
    const { orderId, acts, asAdmin, isEnrolled, state } = await buyer()
    await acts(() => site.sandbox.pay(orderId, '4511111111111117'))
    expect(await state()).toBe('review')
    expect((await asAdmin('/accept', { reason: 'Pembeli dikenal' })).body).toMatchObject({ data: { state: 'paid' } })
    expect([await isEnrolled(), site.sandbox.findOrder(orderId)?.fraud]).toEqual([true, 'accept'])
  })
})

test('no state is a dead end: from each one the buyer can pay or buy again, owns the item, or an admin decides', () => {
  const ways: Record<string, string> = {
    created: 'buyer pays',
    pending: 'buyer pays',
    review: 'admin accepts or refunds',
    paid: 'owned',
    partially_refunded: 'owned',
    expired: 'buys again',
    cancelled: 'buys again',
    failed: 'buys again',
    refunded: 'buys again',
    chargeback: 'buys again',
    reversed: 'buys again',
  }
  expect(Object.keys(ways).toSorted()).toEqual([...transactionStates].toSorted())
  // Whatever is not shown as pending or paid does not block a new purchase.
  for (const state of transactionStates)
    expect(publicStatus(state) === 'other', state).toBe(ways[state] === 'buys again')
})
