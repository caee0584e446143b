import { eq, getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { tinyPng } from '#testing/materials/pictures.ts'
import { tablesWith } from '#testing/tables-with.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

/** A student with data in all modules: enrollments, reviews, purchases, notes, mails. */
async function activeStudent() {
  const name = `Wulan Purnamasari ${crypto.randomUUID().slice(0, 8)}`
  const student = await site.createStudent(name)
  const { token } = student
  const free = await site.createCourse({ price: 0, lessons: 2 })
  await site.call('POST', `/courses/${free.id}/enroll`, { token })
  for (const lessonId of free.lessonIds)
    await site.call('PUT', `/courses/${free.id}/content/${lessonId}/completion`, { token })
  await site.call('PUT', `/courses/${free.id}/reviews`, { token, body: { rating: 5, text: 'Bagus sekali.' } })
  await site.call('POST', `/courses/${free.id}/certificate`, { token, body: { name } })
  const paid = await site.createCourse({ price: 150_000 })
  const { body } = await site.call('POST', '/checkout', { token, body: { courseId: paid.id } })
  const order = site.sandbox.listOrders().find((candidate) => candidate.token === body.data.token)
  if (order) site.sandbox.pay(order.orderId)
  await site.sandbox.idle()
  await site.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: name })
  await site.call('PATCH', '/me', { token, body: { headline: `Saya ${name}`, bio: name } })
  await site.call('PATCH', '/me', { token, form: { photo: new File([tinyPng], 'foto.png', { type: 'image/png' }) } })
  const lesson = `/courses/${free.id}/content/${free.lessonIds[1]}`
  await site.call('PUT', `${lesson}/note`, { token, body: { text: `Catatan ${name}`, version: 0 } })
  await site.call('PUT', `${lesson}/position`, {
    token,
    body: { reached: 450, notedAt: site.clock.now().toISOString() },
  })
  await site.call('PUT', '/me/resume', { token, body: { headline: name, skills: ['HTML'] } })
  await site.call('PUT', '/me/weekly-goal', { token, body: { days: 3 } })
  const book = await site.createEbook()
  await site.call('PUT', `/ebook/${book.id}/sections/${book.sectionIds[0]}/completion`, { token })
  await site.call('DELETE', '/me/sessions', { token, client: `rumah ${student.email}` })
  return { ...student, free, paid, transactionId: body.data.transactionId as string }
}

const deleteAccount = (token: string, body: object) => site.call('POST', '/me/deletion', { token, body })

/** Names of all tables that refer to users. */
async function tablesWithUsers(): Promise<string[]> {
  const { rows } = await site.database.query.execute(
    sql`select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`,
  )
  return rows.map(({ name }) => String(name))
}

/** Tables that say themselves whose their rows are, with their place in the export. */
const ownedTables = () =>
  site.app.modules.personalData.flatMap(({ name, tables = {} }) =>
    Object.entries(tables).map(([part, { table, owner, pages, isDeleted }]) => ({
      table,
      owner,
      name: getTableName(table),
      place: pages && `${name}.${part}`,
      isDeleted,
    })),
  )

describe('exporting an account', () => {
  test('returns all stored data: account, sessions, courses, progress, reviews, certificates, purchases', async () => {
    const me = await activeStudent()
    const { status, body } = await site.call('GET', '/me/export', { token: me.token })
    expect(status).toBe(200)
    const { account, sessions, learning, purchases, library, mails, log } = body.data
    expect(account).toMatchObject({ id: me.id, email: me.email, name: me.name, role: 'student' })
    expect(account.photo).toMatch(/\.webp$/)
    expect(sessions).toHaveLength(1)
    expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['reset-password', 'receipt']),
    )
    expect(log.map(({ action }: { action: string }) => action)).toContain('user.sessions-ended')
    expect(learning.lessonMarks).toHaveLength(2)
    expect(learning.positions).toEqual([expect.objectContaining({ contentId: me.free.lessonIds[1], reached: 450 })])
    expect(learning.notes).toEqual([expect.objectContaining({ text: `Catatan ${me.name}` })])
    expect(learning.resume).toMatchObject({ headline: me.name, skills: ['HTML'] })
    expect(learning.weeklyGoals).toEqual([expect.objectContaining({ days: 3 })])
    expect(library.completedSections).toHaveLength(1)
    expect(learning.courses).toHaveLength(2)
    expect(learning.completedLessons).toHaveLength(2)
    expect(learning.reviews).toEqual([expect.objectContaining({ rating: 5, text: 'Bagus sekali.' })])
    expect(learning.certificates).toEqual([expect.objectContaining({ name: me.name })])
    expect(purchases).toEqual([
      expect.objectContaining({
        id: me.transactionId,
        amountIdr: 150_000,
        state: 'paid',
        invoiceNumber: expect.stringMatching(/^INV\//),
      }),
    ])
    expect(JSON.stringify(body)).not.toMatch(/argon2|token_?hash|#token=/i)
    expect((await site.call('GET', '/me/export', { token: me.token })).body.data.log.at(0).action).toBe('user.exported')
  })
})

describe('deleting an account', () => {
  test('needs the address and the password, and changes nothing otherwise', async () => {
    const me = await site.createStudent()
    expect((await deleteAccount(me.token, { email: 'lain@contoh.id', password })).body.errors).toEqual({
      email: 'Email tidak sama dengan email akun ini',
    })
    expect((await deleteAccount(me.token, { email: me.email, password: 'salah' })).body.errors).toEqual({
      password: 'Password salah',
    })
    expect((await deleteAccount(me.token, { email: me.email })).status).toBe(422)
    expect((await site.call('GET', '/me', { token: me.token })).status).toBe(200)
  })

  test('erases name and address from every table, and every session', async () => {
    const me = await activeStudent()
    expect(await tablesWith(site, me.email)).toEqual([
      'audit_entries',
      'enrollments',
      'invoices',
      'mails',
      'transactions',
      'users',
    ])
    expect((await deleteAccount(me.token, { email: me.email, password })).status).toBe(200)
    expect([await tablesWith(site, me.email), await tablesWith(site, me.name)]).toEqual([[], []])
    expect((await site.call('GET', '/me', { token: me.token })).status).toBe(401)
    expect((await site.call('POST', '/sign-in', { body: { email: me.email, password } })).status).toBe(401)
  })

  test('leaves no row in any table that says of its rows that they are deleted with their owner', async () => {
    const me = await activeStudent()
    const deleted = ownedTables().filter(({ isDeleted }) => isDeleted)
    const withRows = async () => {
      const names: string[] = []
      for (const { table, owner, name } of deleted)
        if ((await site.database.query.$count(table, eq(owner, me.id))) > 0) names.push(name)
      return names
    }
    expect(await withRows()).toEqual(expect.arrayContaining(['resumes', 'weekly_goals', 'ebook_completions']))
    expect((await deleteAccount(me.token, { email: me.email, password })).status).toBe(200)
    expect(await withRows()).toEqual([])
  })

  test('erases the photo and former addresses', async () => {
    const me = await activeStudent()
    const photo = (await site.call('GET', '/me', { token: me.token })).body.data.photo as string
    const newEmail = `baru-${me.email}`
    await site.call('POST', '/me/email', { token: me.token, body: { email: newEmail, password } })
    const link = /#token=([\w-]+)/.exec((await site.mailsTo(newEmail)).at(-1)?.text ?? '')?.[1]
    expect((await site.call('POST', '/auth/change-email', { token: me.token, body: { token: link } })).status).toBe(200)
    expect(await tablesWith(site, me.email)).toContain('mails')
    expect((await deleteAccount(me.token, { email: newEmail, password })).status).toBe(200)
    expect([await tablesWith(site, me.email), await tablesWith(site, newEmail)]).toEqual([[], []])
    expect(await site.app.modules.uploads.read(photo.replace('/uploads/', ''))).toBeNull()
  })

  test('erases the address of a pending change', async () => {
    const me = await activeStudent()
    await site.call('POST', '/me/email', { token: me.token, body: { email: `urung-${me.email}`, password } })
    expect(await tablesWith(site, `urung-${me.email}`)).toEqual(['mails', 'one_time_links'])
    expect((await deleteAccount(me.token, { email: me.email, password })).status).toBe(200)
    expect(await tablesWith(site, me.email)).toEqual([])
  })

  test('keeps the purchase and its invoice for bookkeeping, anonymized', async () => {
    const me = await activeStudent()
    const before = (await site.call('GET', `/my-transaction/${me.transactionId}`, { token: me.token })).body.data
    await deleteAccount(me.token, { email: me.email, password })
    const admin = await site.createAdmin()
    const after = (await site.call('GET', `/my-transaction/${me.transactionId}`, { token: admin.token })).body.data
    expect([after.invoiceId, after.total, after.status]).toEqual([before.invoiceId, before.total, before.status])
    expect(after.user).toEqual({ name: expect.stringMatching(/^Pembeli /), email: expect.stringMatching(/@invalid$/) })
  })

  test('ends an open purchase; a payment that arrives later is refunded, without access or a mail', async () => {
    const student = await site.createStudent()
    const course = await site.createCourse({ price: 150_000 })
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
    const transactionId = body.data.transactionId as string
    expect((await deleteAccount(student.token, { email: student.email, password })).status).toBe(200)
    const admin = await site.createAdmin()
    const show = async () =>
      (await site.call('GET', `/admin/transactions/${transactionId}`, { token: admin.token })).body.data
    expect(await show()).toMatchObject({ state: 'cancelled' })

    const mailsBefore = site.mailTransport.sent.length
    const order = site.sandbox.listOrders().find((candidate) => candidate.token === body.data.token)
    site.sandbox.pay(order?.orderId ?? '')
    site.sandbox.settle(order?.orderId ?? '')
    await site.sandbox.idle()
    site.clock.advance(6 * minuteMs)
    await site.runDue('commerce')
    await site.sandbox.idle()
    expect(await show()).toMatchObject({ state: 'refunded', refunded: 150_000 })
    expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(false)
    await site.app.jobs.run('mails')
    expect(site.mailTransport.sent.slice(mailsBefore).filter(({ to }) => to.email.includes('terhapus'))).toEqual([])
  })

  test('deletes reviews and certificates and updates counts', async () => {
    const me = await activeStudent()
    const certificateId = (await site.call('GET', '/courses/enrolled', { token: me.token })).body.data.find(
      (course: { _id: string }) => course._id === me.free.id,
    ).certificateId
    await deleteAccount(me.token, { email: me.email, password })
    const { data } = (await site.call('GET', `/courses/${me.free.id}/overview`)).body
    expect([data.enrollmentCount, data.ratingCount, data.reviews]).toEqual([0, 0, []])
    expect((await site.call('GET', `/certificates/${certificateId}`)).status).toBe(404)
  })

  test('frees the address for a new account without data of the old one', async () => {
    const me = await activeStudent()
    await deleteAccount(me.token, { email: me.email, password })
    expect(
      (
        await site.call('POST', '/sign-up', {
          body: { name: 'Orang Baru', email: me.email, password },
          client: me.email,
        })
      ).status,
    ).toBe(201)
    const { body } = await site.call('POST', '/sign-in', { body: { email: me.email, password } })
    expect((await site.call('GET', '/my-transaction', { token: body.data.token })).body.data).toEqual([])
  })

  test('is rejected for staff, whose courses have students', async () => {
    const instructor = await site.createInstructor()
    expect((await deleteAccount(instructor.token, { email: instructor.email, password })).body.code).toBe(
      'staff-account',
    )
  })

  test('removes the user from the lists of users', async () => {
    const me = await activeStudent()
    await deleteAccount(me.token, { email: me.email, password })
    const admin = await site.createAdmin()
    const { body } = await site.call('GET', '/admin/students?q=terhapus', { token: admin.token })
    expect(body.data).toEqual([])
    expect((await site.call('GET', `/admin/students/${me.id}`, { token: admin.token })).status).toBe(404)
    expect(
      (await site.call('PUT', `/admin/students/${me.id}/access`, { token: admin.token, body: { disabled: false } }))
        .status,
    ).toBe(404)
  })
})

test('for every table with users a rule for erased users is documented here', async () => {
  const erased =
    'sessions one_time_links sign_in_tickets totp_secrets recovery_codes passkeys passkey_challenges mails instructor_profiles instructor_slugs enrollments course_answers question_votes answer_votes course_invitations'
  const rules: Record<string, string> = {
    ...Object.fromEntries(erased.split(' ').map((name) => [name, 'erased'])),
    ...Object.fromEntries(ownedTables().flatMap(({ name, isDeleted }) => (isDeleted ? [[name, 'erased']] : []))),
    push_messages: 'erased, also those that the user caused',
    whatsapp_messages: 'erased, also those that the user caused',
    notifications: 'erased, also those that the user caused',
    broadcasts: 'actor_id refers to staff',
    digest_entries: 'erased, also those that the user caused',
    reviews: 'erased; reply_by refers to staff',
    review_votes: 'erased, and no longer counted',
    course_questions: 'erased; of an answered one its place stays without what it said',
    writing_blocks: 'erased; without the name of who made it',
    reports: 'erased, those of what is hidden up to an id without a name; decided_by refers to staff',
    announcements: 'belong to staff',
    groups: 'a member takes over as manager; without one nobody manages the team',
    certificates: 'erased; revoked_by refers to staff',
    ebook_readings: 'erased, with completions and marks',
    uploads:
      'the photo is erased; pictures of articles belong to staff; those of erased questions are deleted by a job',
    courses: 'belongs to staff',
    course_reviews: 'waiting ones end; others stay without who sent them in; decided_by refers to staff',
    course_instructors: 'erased, or handed over with the course',
    line_shares: 'stays: an id without a name',
    contents: 'belongs to staff',
    content_versions: 'belongs to staff',
    media_files: 'videos of lessons belong to staff; files of submissions are released and deleted by a job',
    course_imports: 'belongs to staff; purged after days',
    media_uploads: 'belongs to staff; purged after days',
    quizzes: 'belongs to staff; attempts are erased with the enrolment',
    exercises: 'belongs to staff; the work of students is erased with the enrolment',
    exercise_work: 'erased with the enrolment',
    assignments: 'belongs to staff; submissions are erased with the enrolment, their files released before',
    submissions: 'reviewed_by refers to staff; the submissions of a student are erased with the enrolment',
    transactions: 'anonymized; instructors are staff',
    gifts: 'the receiver is anonymized once it is claimed or not paid any more: an open one is still to be sent',
    refund_requests: 'the reason is erased; decided_by refers to staff',
    bank_accounts: 'erased; verified_by refers to staff',
    transfers: 'open ones are cancelled and their proofs erased; decided_by refers to staff',
    payouts: 'accounts of ended ones are erased; decided_by refers to staff',
    payout_entries: 'stays: an id without a name',
    transaction_lines: 'stays: ids without names',
    order_notes: 'those about the orders of the buyer are erased; others stay without who wrote them',
    promo_codes: 'instructor_id refers to staff',
    promo_redemptions: 'stays: an id without a name',
    audit_entries: 'stays: an id without a name',
    ledger_lines: 'stays: instructors are staff',
    api_keys: 'end with the account of the admin who created them',
    webhook_endpoints: 'belong to staff; deliveries contain ids without names, for 30 days',
    consents: 'ended; stays as proof: an id without a name',
    privacy_requests: 'anonymized',
    legal_texts: 'published_by refers to staff',
  }
  expect((await tablesWithUsers()).filter((name) => !(name in rules))).toEqual([])
})

test('for every table with users it is said here where its rows are in an export, or why they are not', async () => {
  const places: Record<string, string> = {
    ...Object.fromEntries(ownedTables().flatMap(({ name, place }) => (place ? [[name, place]] : []))),
    sessions: 'sessions',
    totp_secrets: 'twoStep',
    recovery_codes: 'twoStep',
    passkeys: 'twoStep.passkeys',
    mails: 'mails',
    instructor_profiles: 'instructorPage',
    approved_instructors: 'courseReviews.approvedSince',
    instructor_slugs: 'instructorPage',
    audit_entries: 'log',
    notification_settings: 'notifications.settings',
    whatsapp_numbers: 'notifications.whatsApp',
    resumes: 'learning.resume',
    groups: 'teams.managed',
    schedule_feeds: 'groups.calendarFeedSince',
    uploads: 'account.photo',
    courses: 'teaching.courses',
    course_invitations: 'learning.invitations',
    course_imports: 'teaching.imports',
    media_files: 'assessment.submissions',
    submissions: 'assessment.submissions',
    transactions: 'purchases',
    gifts: 'shopping.giftsReceived',
    transfers: 'purchases',
    saved_paths: 'paths.savedPaths',
    bank_accounts: 'shopping.bankAccount',
    payouts: 'shopping.payouts',
    order_notes: 'shopping.messages',
    api_keys: 'apiKeys',
    consents: 'privacy.consents',
    privacy_requests: 'privacy.requests',
  }
  const leftOut: Record<string, string> = {
    one_time_links: 'secrets that were mailed and soon end',
    sign_in_tickets: 'secrets of a minute',
    passkey_challenges: 'secrets of a minute',
    push_messages: 'wait a moment to be sent: the notifications say the same',
    digest_entries: 'wait a moment to be sent: the notifications say the same',
    broadcasts: 'written by staff for all',
    broadcast_recipients: 'what was sent to the person is among the notifications',
    broadcast_reads: 'what was sent to the person is among the notifications',
    question_votes: 'counted only',
    answer_votes: 'counted only',
    writing_blocks: 'a decision of staff, of which the person is told when they write',
    announcements: 'written by staff for the students of a course',
    contents: 'lessons of the courses, which instructors export with them',
    content_versions: 'earlier lessons of the courses',
    media_uploads: 'parts of files that are being sent',
    quizzes: 'lessons of the courses',
    assignments: 'lessons of the courses',
    exercises: 'lessons of the courses',
    line_shares: 'ids: an instructor exports their earnings with their courses',
    ledger_lines: 'ids: an instructor exports their earnings with their courses',
    payout_entries: 'the amounts of the payouts',
    wish_notices: 'a day on which nothing more is mailed',
    transaction_lines: 'the items of the purchases',
    promo_codes: 'belong to the site, which shows them to their instructor',
    promo_redemptions: 'ids of purchases',
    webhook_endpoints: 'belong to the site',
    legal_texts: 'belong to the site',
  }
  expect((await tablesWithUsers()).filter((name) => !(name in places) && !(name in leftOut))).toEqual([])
  const { token } = await site.createStudent()
  const { data } = (await site.call('GET', '/me/export', { token })).body
  const at = (place: string) =>
    place.split('.').reduce((part: Record<string, unknown> | undefined, key) => part?.[key] as never, data)
  expect(Object.values(places).filter((place) => at(place) === undefined)).toEqual([])
})

test('what a person wrote with a gift and a refund request, wants, and where their money goes is exported', async () => {
  const [giver, receiver] = [await site.createStudent(), await site.createInstructor()]
  const [given, wanted] = [await site.createCourse({ price: 70_000 }), await site.createCourse({ price: 80_000 })]
  const gift = { name: 'Sari', email: receiver.email, message: 'Semoga suka' }
  const { transactionId } = await buy(site, giver, { courseId: given.id, gift })
  const reason = 'Ternyata bukan yang kucari'
  await site.call('POST', `/my-transaction/${transactionId}/refund-request`, { token: giver.token, body: { reason } })
  await site.call('PUT', `/me/wishlist/course/${wanted.id}`, { token: giver.token })
  await site.call('PUT', `/me/cart/course/${wanted.id}`, { token: giver.token })
  const link = /hadiah\/([\w-]{20,})/.exec((await site.mailsTo(receiver.email)).at(-1)?.text ?? '')?.[1]
  await site.call('POST', `/gifts/${link}/claim`, { token: receiver.token })
  await site.database.query.execute(sql`
    insert into bank_accounts (user_id, bank, number, holder, updated_at) values (${receiver.id}, 'BCA', '1234567890', 'Sari', now())`)
  const read = async ({ token }: { token: string }) => (await site.call('GET', '/me/export', { token })).body.data
  const ofGiver = await read(giver)
  expect(ofGiver.purchases).toMatchObject([{ gift }])
  expect(ofGiver.shopping).toMatchObject({
    refundRequests: [{ transactionId, reason }],
    wishlist: [{ kind: 'course', itemId: wanted.id }],
    cart: [{ kind: 'course', itemId: wanted.id }],
  })
  expect((await read(receiver)).shopping).toMatchObject({
    giftsReceived: [{ name: 'Sari', message: 'Semoga suka', itemTitle: given.title }],
    bankAccount: { number: '1234567890' },
    payouts: [],
  })
})

describe('an export', () => {
  const open = (token: string) =>
    site.app.fetch(new Request(`${publicUrl}/api/me/export`, { headers: { authorization: `Bearer ${token}` } }))

  test('runs once at a time for a person, until it was sent or the client is gone; ten an hour, each audited once', async () => {
    const me = await site.createStudent()
    const first = await open(me.token)
    expect([first.status, first.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="data-cendaki.json"',
    ])
    const second = await open(me.token)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10'])
    await first.body?.cancel()
    let sent = 1
    // The server hears a little later that the client is gone.
    await expect.poll(async () => (await site.call('GET', '/me/export', { token: me.token })).status).toBe(200)
    sent += 1
    let over = await open(me.token)
    for (; over.status === 200; over = await open(me.token)) {
      await over.text()
      sent += 1
    }
    expect(sent).toBeLessThan(10)
    expect([over.status, Number(over.headers.get('retry-after')) > 10]).toEqual([429, true])
    expect(await over.json()).toMatchObject({ message: expect.stringMatching(/Coba lagi sekitar \d menit lagi\.$/) })
    const { rows } = await site.database.query.execute(
      sql`select 1 from audit_entries where action = 'user.exported' and subject_id = ${me.id}`,
    )
    expect(rows).toHaveLength(sent)
  })

  test('of thousands of rows is sent in parts, and has each row once', async () => {
    const me = await site.createStudent()
    await site.database.query.execute(sql`
      insert into mails (id, kind, to_email, subject, text_body, html_body, owner_id, state, created_at, sent_at)
      select gen_random_uuid(), 'receipt', 'x@contoh.id', 'Surat ' || n, '', '', ${me.id}::uuid, 'sent', now(), now() from generate_series(1, 2345) as n`)
    const parts: string[] = []
    for await (const part of (await open(me.token)).body ?? []) parts.push(new TextDecoder().decode(part))
    expect(parts.length).toBeGreaterThan(5)
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(200_000)
    const { mails } = JSON.parse(parts.join('')).data as { mails: { subject: string }[] }
    const letters = mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('Surat'))
    expect(new Set(letters).size).toBe(2345)
  })
})
