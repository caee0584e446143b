import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumOrderNotes, type OrderNote } from '#contract/commerce/order-notes.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

/** A paid order with its buyer. */
async function makeOrder() {
  const student = await site.createStudent()
  const { id: courseId } = await site.createCourse({ title: 'Riset UX', price: 90_000 })
  return { student, ...(await buy(site, student, { courseId })) }
}
const list = (id: string, { token }: Pick<SignedIn, 'token'> = admin) =>
  site.call('GET', `/admin/transactions/${id}/notes`, { token })
const write = (id: string, body: object, { token }: Pick<SignedIn, 'token'> = admin) =>
  site.call('POST', `/admin/transactions/${id}/notes`, { token, body: { sendToBuyer: false, ...body } })
const remove = (id: string, { token }: Pick<SignedIn, 'token'> = admin) =>
  site.call('DELETE', `/admin/notes/${id}`, { token })
const textsOf = async (id: string) => ((await list(id)).body.data as OrderNote[]).map(({ text }) => text)
const messagesTo = async ({ email }: SignedIn) =>
  (await site.mailsTo(email)).filter(({ kind }) => kind === 'order-message')
const exportOf = async ({ token }: SignedIn) => (await site.call('GET', '/me/export', { token })).body.data
const deleteAccount = ({ token, email }: SignedIn) =>
  site.call('POST', '/me/deletion', { token, body: { email, password } })
const missing = '00000000-0000-7000-8000-000000000000'

describe('a note', () => {
  test('is stored with its author, newest last, and mailed to nobody', async () => {
    const { student, transactionId } = await makeOrder()
    const other = await site.createAdmin()
    const first = await write(transactionId, { text: '  Sudah ditelepon.\r\nMinta tunggu.  ' })
    expect([first.status, first.body.message]).toEqual([201, 'Catatan disimpan.'])
    await write(transactionId, { text: 'Beres.' }, other)
    const notes = [
      { author: admin.name, text: 'Sudah ditelepon.\nMinta tunggu.', isSent: false },
      { author: other.name, text: 'Beres.', isSent: false },
    ]
    expect((await list(transactionId)).body.data).toMatchObject(notes)
    expect(first.body.data).toEqual((await list(transactionId)).body.data[0])
    expect(await messagesTo(student)).toEqual([])
  })

  test('is seen, written and deleted by admins only', async () => {
    const { student, transactionId } = await makeOrder()
    const instructor = await site.createInstructor()
    const { _id } = (await write(transactionId, { text: 'Hanya untuk admin' })).body.data
    for (const who of [student, instructor])
      expect([
        (await list(transactionId, who)).status,
        (await write(transactionId, { text: 'Halo', sendToBuyer: true }, who)).status,
        (await remove(_id, who)).status,
      ]).toEqual([403, 403, 403])
    expect((await site.call('GET', `/admin/transactions/${transactionId}/notes`)).status).toBe(401)
    const shown = await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })
    expect(JSON.stringify(shown.body)).not.toContain('Hanya untuk admin')
    expect(await textsOf(transactionId)).toEqual(['Hanya untuk admin'])
  })

  test('without a text, or with too much of it, is refused at its field', async () => {
    const { transactionId } = await makeOrder()
    for (const text of [undefined, '', ' \n ', '\u200B'])
      expect((await write(transactionId, { text })).body.errors).toEqual({ text: 'Tulis catatannya' })
    expect((await write(transactionId, { text: 'a'.repeat(2_001) })).body.errors).toEqual({
      text: 'Catatan maksimal 2.000 karakter',
    })
    expect((await write(transactionId, { text: 'Halo', sendToBuyer: 'ya' })).body.errors).toEqual({
      sendToBuyer: 'Pilih dikirim ke pembeli atau tidak',
    })
    expect((await write(transactionId, { text: 'a'.repeat(2_000) })).status).toBe(201)
  })

  test('of an order that does not exist is not found', async () => {
    expect([
      (await list(missing)).status,
      (await write(missing, { text: 'Halo' })).status,
      (await remove(missing)).status,
    ]).toEqual([404, 404, 404])
  })

  test('is deleted by any admin, once', async () => {
    const { transactionId } = await makeOrder()
    const other = await site.createAdmin()
    const { _id } = (await write(transactionId, { text: 'Salah pesanan' })).body.data
    const removed = await remove(_id, other)
    expect([removed.status, removed.body.message]).toEqual([200, 'Catatan dihapus.'])
    expect((await remove(_id)).status).toBe(404)
    expect(await textsOf(transactionId)).toEqual([])
  })

  test('more than a hundred of an order are refused with a sentence, until one is deleted', async () => {
    const { transactionId } = await makeOrder()
    await site.database.query.execute(sql`
      insert into order_notes (id, transaction_id, author_id, text, is_sent, created_at)
      select gen_random_uuid(), ${transactionId}::uuid, ${admin.id}::uuid, 'Catatan ' || n, false, ${site.clock.now().toISOString()}::timestamptz
      from generate_series(1, ${maximumOrderNotes}::int) as n`)
    const refused = await write(transactionId, { text: 'Satu lagi' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'too-many-notes',
      'Satu pesanan punya paling banyak 100 catatan. Hapus dulu yang tidak dikirim ke pembeli.',
    ])
    const [first] = (await list(transactionId)).body.data
    await remove(first._id)
    expect((await write(transactionId, { text: 'Satu lagi' })).status).toBe(201)
    expect(await textsOf(transactionId)).toHaveLength(maximumOrderNotes)
  })
})

describe('a message', () => {
  const text = 'Halo Rina,\n\nkelasmu sudah kami buka lagi.\nCoba masuk ulang, ya.\n\nSalam,\nAyu <b>'

  test('reaches the buyer once, with its paragraphs, and says how to answer', async () => {
    const { student, transactionId, orderId } = await makeOrder()
    await site.database.transaction((tx) =>
      site.app.modules.settings.writeSite(tx, { contactEmail: 'bantuan@contoh.id' }),
    )
    const sent = await write(transactionId, { text, sendToBuyer: true })
    expect([sent.status, sent.body.message, sent.body.data.isSent]).toEqual([201, 'Pesan dikirim ke pembeli.', true])
    const [mail, ...others] = await messagesTo(student)
    expect([mail?.subject, mail?.to.email, mail?.replyTo, others]).toEqual([
      `Pesan tentang pesanan ${orderId}`,
      student.email,
      'bantuan@contoh.id',
      [],
    ])
    expect(mail?.text).toContain(text)
    expect(mail?.text).toContain(`http://cendaki.test/transaction/invoice/${transactionId}`)
    expect(mail?.text).toContain('Untuk menjawab, balas email ini atau tulis ke bantuan@contoh.id.')
    expect(mail?.html).toContain('>kelasmu sudah kami buka lagi.<br>Coba masuk ulang, ya.</p>')
    expect(mail?.html).toContain('>Salam,<br>Ayu &lt;b&gt;</p>')
    expect((await list(transactionId)).body.data).toMatchObject([{ text, isSent: true, author: admin.name }])
  })

  test('does not promise that an answer arrives where the site names no address', async () => {
    const { student, transactionId } = await makeOrder()
    await site.database.transaction((tx) => site.app.modules.settings.writeSite(tx, { contactEmail: '' }))
    await write(transactionId, { text: 'Pesananmu sedang kami cek.', sendToBuyer: true })
    const [mail] = await messagesTo(student)
    expect(mail?.text).toContain('Balasan ke email ini tidak sampai kepada kami.')
  })

  test('that arrives again with its key is mailed once; with other words it is another one', async () => {
    const { student, transactionId } = await makeOrder()
    const body = { text: 'Sudah beres.', sendToBuyer: true, key: randomUUID() }
    const [one, two] = await Promise.all([write(transactionId, body), write(transactionId, body)])
    const again = await write(transactionId, body)
    expect([two.body.data, again.body.data]).toEqual([one.body.data, one.body.data])
    expect(await messagesTo(student)).toHaveLength(1)
    await write(transactionId, { ...body, text: 'Sudah beres semua.' })
    expect(await messagesTo(student)).toHaveLength(2)
    expect(await textsOf(transactionId)).toEqual(['Sudah beres.', 'Sudah beres semua.'])
  })

  test('stays once it was sent', async () => {
    const { transactionId } = await makeOrder()
    const { _id } = (await write(transactionId, { text: 'Terkirim', sendToBuyer: true })).body.data
    const refused = await remove(_id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Catatan ini sudah dikirim ke pembeli, jadi tidak bisa dihapus.',
    ])
    expect(await textsOf(transactionId)).toEqual(['Terkirim'])
  })

  test('to a buyer whose account was deleted is refused at its field; a note is still stored', async () => {
    const { student, transactionId } = await makeOrder()
    expect((await deleteAccount(student)).status).toBe(200)
    const refused = await write(transactionId, { text: 'Tidak sampai', sendToBuyer: true })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { sendToBuyer: 'Akun pembelinya sudah dihapus, jadi tidak ada yang bisa dikirimi.' },
    ])
    expect((await write(transactionId, { text: 'Akunnya sudah dihapus.' })).status).toBe(201)
    const { rows } = await site.database.query.execute(sql`select 1 from mails where text_body like '%Tidak sampai%'`)
    expect(rows).toEqual([])
    expect(await textsOf(transactionId)).toEqual(['Akunnya sudah dihapus.'])
  })
})

test('what was sent is in the export of the buyer; with the account all notes of its orders are erased', async () => {
  const { student, transactionId } = await makeOrder()
  const other = await makeOrder()
  await write(transactionId, { text: 'Hanya untuk admin' })
  await write(transactionId, { text: 'Untukmu', sendToBuyer: true })
  await write(other.transactionId, { text: 'Untuk yang lain', sendToBuyer: true })
  const exported = await exportOf(student)
  expect(exported.shopping.messages).toMatchObject([{ transactionId, text: 'Untukmu' }])
  expect(JSON.stringify(exported)).not.toContain('Hanya untuk admin')
  expect((await deleteAccount(student)).status).toBe(200)
  expect([await textsOf(transactionId), await textsOf(other.transactionId)]).toEqual([[], ['Untuk yang lain']])
})

test('the notes of an admin whose account was deleted stay, without who wrote them', async () => {
  const { transactionId } = await makeOrder()
  const leaving = await site.createAdmin()
  await write(transactionId, { text: 'Ditulis Citra' }, leaving)
  await site.stepUp(admin)
  const { status } = await site.call('POST', `/admin/students/${leaving.id}/deletion`, {
    token: admin.token,
    body: { email: leaving.email },
  })
  expect(status).toBe(200)
  expect((await list(transactionId)).body.data).toMatchObject([{ text: 'Ditulis Citra', author: null }])
})

test('the audit log says who wrote, sent and deleted, without the words', async () => {
  const { transactionId } = await makeOrder()
  const { _id } = (await write(transactionId, { text: 'Kata rahasia' })).body.data
  await write(transactionId, { text: 'Kata rahasia juga', sendToBuyer: true })
  await remove(_id)
  const { entries } = await site.app.modules.audit.list({ subjectId: transactionId }, { page: 1, limit: 20 })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['transaction.note-deleted', admin.id],
    ['transaction.message-sent', admin.id],
    ['transaction.note-added', admin.id],
  ])
  expect(JSON.stringify(entries)).not.toContain('rahasia')
})
