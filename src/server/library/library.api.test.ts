import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MadeEbook, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let free: MadeEbook
let paid: MadeEbook
let student: SignedIn
let otherStudent: SignedIn
const unknownId = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  site = await startTestSite()
  free = await site.createEbook({ title: 'Catatan Terbuka', sections: 3 })
  paid = await site.createEbook({ title: 'Buku Terkunci', price: 79_000, sections: 4 })
  student = await site.createStudent()
  otherStudent = await site.createStudent()
  await give(student, paid)
})
afterAll(() => site.close())

const give = (who: SignedIn, { id }: MadeEbook, sourceRef = `test:${randomUUID()}`) =>
  site.database.transaction((tx) => site.app.modules.library.grantEbook(tx, { userId: who.id, ebookId: id, sourceRef }))
const as = (who?: SignedIn) => (who ? { token: who.token } : {})
const read = async ({ id }: MadeEbook, who?: SignedIn) => (await site.call('GET', `/ebook/${id}`, as(who))).body.data
const sectionsOf = (ebook: { modules: { topics: { sections: { content?: string; locked?: true }[] }[] }[] }) =>
  ebook.modules.flatMap((module) => module.topics.flatMap((topic) => topic.sections))

describe('GET /ebooks', () => {
  test('lists published e-books with their counts', async () => {
    await site.createEbook({ title: 'Naskah', status: 'draft' })
    const { status, body } = await site.call('GET', '/ebooks')
    expect([status, body.meta.total]).toEqual([200, 2])
    expect(body.data.find(({ _id }: { _id: string }) => _id === paid.id)).toMatchObject({
      title: 'Buku Terkunci',
      price: 79_000,
      moduleCount: 1,
      topicCount: 1,
      sectionCount: 4,
    })
  })

  test('finds by words of title, description and headings, with typos, free or paid', async () => {
    const titles = async (query: string) =>
      (await site.call('GET', `/ebooks?${query}`)).body.data.map(({ title }: { title: string }) => title)
    expect(await titles('q=catatan')).toEqual(['Catatan Terbuka'])
    expect(await titles('q=catattan+terbuka')).toEqual(['Catatan Terbuka'])
    expect(await titles('q=zzzz')).toEqual([])
    expect(await titles('q=%25_%5C%27%29%3A%2A%26')).toEqual([])
    // Prefixes match, other parts of a word only from four letters on. Stemming turns "digital" into "gital".
    await site.createEbook({ title: 'Pemasaran Digital', price: 15_000 })
    expect([await titles('q=git'), await titles('q=dig'), await titles('q=masar'), await titles('q=asa')]).toEqual([
      [],
      ['Pemasaran Digital'],
      ['Pemasaran Digital'],
      [],
    ])
    await site.createEbook({ title: 'Adab Jum’at', price: 0 })
    expect(await titles('q=jumat')).toEqual(['Adab Jum’at'])
    expect(await titles('type=premium')).toEqual(['Pemasaran Digital', 'Buku Terkunci'])
    expect((await site.call('GET', '/ebooks?type=mahal')).status).toBe(422)
    const found = await site.call('GET', '/search?q=terkunci')
    expect(found.body.data).toMatchObject({ courses: [], ebooks: [{ _id: paid.id }], tips: [] })
  })
})

describe('GET /ebook/{id}', () => {
  test('returns a free e-book to everyone', async () => {
    expect(sectionsOf(await read(free)).map(({ content }) => content)).toEqual(
      [1, 2, 3].map((number) => `<p>Isi rahasia bagian ${number}</p>`),
    )
  })

  test('returns the outline and the first section of a paid one, without locked text', async () => {
    for (const who of [undefined, otherStudent]) {
      const ebook = await read(paid, who)
      expect(ebook.viewer.owned).toBe(false)
      expect(sectionsOf(ebook).map(({ locked }) => locked ?? false)).toEqual([false, true, true, true])
      expect(JSON.stringify(ebook)).toContain('Isi rahasia bagian 1')
      expect(JSON.stringify(ebook)).not.toMatch(/Isi rahasia bagian [234]/)
    }
  })

  test('is unlocked for owners until the same source revokes the grant', async () => {
    const buyer = await site.createStudent()
    expect(await give(buyer, paid, 'transaction:x')).toBe(true)
    expect(await give(buyer, paid, 'transaction:y')).toBe(false)
    expect((await read(paid, buyer)).viewer.owned).toBe(true)
    const revoke = (sourceRef: string) =>
      site.database.transaction((tx) => site.app.modules.library.revokeEbook(tx, { sourceRef }))
    expect([await revoke('transaction:y'), await revoke('transaction:x'), await revoke('transaction:x')]).toEqual([
      false,
      true,
      false,
    ])
    expect(JSON.stringify(await read(paid, buyer))).not.toContain('Isi rahasia bagian 2')
  })

  test('is owned since the first time when the same source grants it again', async () => {
    const buyer = await site.createStudent()
    const since = async () =>
      (await site.call('GET', '/me/export', as(buyer))).body.data.library.ebooks[0].grantedAt as string
    await give(buyer, paid, 'transaction:z')
    const first = await since()
    site.clock.advance(1000)
    await site.database.transaction((tx) => site.app.modules.library.revokeEbook(tx, { sourceRef: 'transaction:z' }))
    await give(buyer, paid, 'transaction:z')
    expect(await since()).toBe(first)
    await site.database.transaction((tx) => site.app.modules.library.revokeEbook(tx, { sourceRef: 'transaction:z' }))
    await give(buyer, paid, 'transaction:other')
    expect(await since()).not.toBe(first)
  })

  test('returns 404 for drafts and for unknown or invalid ids', async () => {
    const draft = await site.createEbook({ status: 'draft' })
    for (const id of [draft.id, unknownId, 'x', '..%2f..'])
      expect((await site.call('GET', `/ebook/${id}`)).status).toBe(404)
    const admin = await site.createAdmin()
    expect((await site.call('GET', `/ebook/${draft.id}`, as(admin))).body.data.viewer.canEdit).toBe(true)
  })
})

describe('reading', () => {
  const complete = (ebook: MadeEbook, number: number, who?: SignedIn) =>
    site.call('PUT', `/ebook/${ebook.id}/sections/${ebook.sectionIds[number]}/completion`, as(who))
  const sync = (ebook: MadeEbook, who: SignedIn, reading: object) =>
    site.call('PUT', `/ebook/${ebook.id}/progress`, {
      ...as(who),
      body: { completedSectionIds: [], position: null, marks: [], ...reading },
    })

  test('counts each section once and reaches 100', async () => {
    const reader = await site.createStudent()
    expect((await complete(free, 0, reader)).body.data.percent).toBe(33)
    expect((await complete(free, 0, reader)).body.data).toMatchObject({
      percent: 33,
      completedSectionIds: [free.sectionIds[0]],
    })
    await complete(free, 1, reader)
    expect((await complete(free, 2, reader)).body.data.percent).toBe(100)
    expect((await read(free, reader)).progress.percent).toBe(100)
  })

  test('returns 403 for a locked section, 404 for a missing one, and 401 without a session', async () => {
    expect((await complete(paid, 0, otherStudent)).status).toBe(200)
    const locked = await complete(paid, 1, otherStudent)
    expect([locked.status, locked.body.code]).toEqual([403, 'locked'])
    expect((await complete(paid, 1, student)).status).toBe(200)
    expect((await complete(free, 0)).status).toBe(401)
    expect(
      (await site.call('PUT', `/ebook/${free.id}/sections/${paid.sectionIds[0]}/completion`, as(student))).status,
    ).toBe(404)
    expect((await site.call('PUT', `/ebook/${free.id}/sections/x/completion`, as(student))).status).toBe(404)
  })

  test('on two devices is merged: no completed section is lost, the later position wins', async () => {
    const reader = await site.createStudent()
    const [first, second, third] = free.sectionIds
    const at = (minute: number) => new Date(site.clock.now().getTime() - minute * minuteMs).toISOString()
    await Promise.all([
      sync(free, reader, { completedSectionIds: [first], position: { sectionId: first, percent: 80, at: at(5) } }),
      sync(free, reader, { completedSectionIds: [second], position: { sectionId: second, percent: 20.4, at: at(1) } }),
    ])
    const { body } = await sync(free, reader, {
      completedSectionIds: [],
      position: { sectionId: third, percent: 1, at: at(9) },
    })
    expect(body.data).toMatchObject({
      percent: 67,
      completedSectionIds: [first, second].sort(),
      position: { sectionId: second, percent: 20, at: at(1) },
    })
    expect((await site.call('GET', '/ebooks/mine', as(reader))).body.data).toMatchObject([
      { _id: free.id, owned: false, progress: 67 },
    ])
  })

  test('a save says which position it replaced, so that a device learns of one that it did not know', async () => {
    const reader = await site.createStudent()
    const [first, second] = free.sectionIds
    const at = (minute: number) => new Date(site.clock.now().getTime() - minute * minuteMs).toISOString()
    const further = { sectionId: first, percent: 69, at: at(5) }
    const save = async (position: object) => (await sync(free, reader, { position })).body.data.replaced
    expect(await save(further)).toBeNull()
    expect(await save(further)).toBeNull()
    expect(await save({ sectionId: second, percent: 5, at: at(1) })).toEqual(further)
    expect(await save({ sectionId: first, percent: 7, at: at(3) })).toBeNull()
  })

  test('a clock that runs ahead does not win forever', async () => {
    const reader = await site.createStudent()
    const [first, second] = free.sectionIds
    await sync(free, reader, { position: { sectionId: first, percent: 5, at: '2099-01-01T00:00:00Z' } })
    site.clock.advance(minuteMs)
    const { body } = await sync(free, reader, {
      position: { sectionId: second, percent: 5, at: site.clock.now().toISOString() },
    })
    expect(body.data.position.sectionId).toBe(second)
  })

  test('ignores locked and missing sections, and saves the rest', async () => {
    const { body } = await sync(paid, otherStudent, {
      completedSectionIds: [paid.sectionIds[0], paid.sectionIds[2], unknownId, 'x'],
      position: { sectionId: paid.sectionIds[1], percent: 50, at: '2026-01-01T00:00:00Z' },
    })
    expect(body.data).toMatchObject({ completedSectionIds: [paid.sectionIds[0]], position: null, percent: 25 })
  })

  test('bookmarks and highlights are synchronized, can be changed, and stay deleted', async () => {
    const reader = await site.createStudent()
    const mark = {
      id: randomUUID(),
      sectionId: free.sectionIds[0],
      kind: 'highlight',
      start: 4,
      end: 11,
      quote: 'rahasia',
      note: 'Penting',
      deleted: false,
    }
    const changedAt = (minute: number) =>
      new Date(site.clock.now().getTime() - 600_000 + minute * minuteMs).toISOString()
    await sync(free, reader, { marks: [{ ...mark, changedAt: changedAt(1) }] })
    await sync(free, reader, { marks: [{ ...mark, note: 'Penting sekali', changedAt: changedAt(2) }] })
    const seen = await site.call('GET', `/ebook/${free.id}/progress`, as(reader))
    expect(seen.body.data.marks).toMatchObject([{ note: 'Penting sekali', quote: 'rahasia' }])
    await sync(free, reader, { marks: [{ ...mark, deleted: true, changedAt: changedAt(3) }] })
    expect((await sync(free, reader, { marks: [{ ...mark, changedAt: changedAt(1) }] })).body.data.marks).toMatchObject(
      [{ deleted: true }],
    )
    expect((await site.call('GET', `/ebook/${free.id}/progress`, as(otherStudent))).body.data.marks).toEqual([])
  })

  test('a deleted mark keeps nothing of its text, and makes room for another one', async () => {
    const reader = await site.createStudent()
    const marks = Array.from({ length: 500 }, (_, index) => ({
      id: randomUUID(),
      sectionId: free.sectionIds[0],
      kind: 'highlight',
      start: index,
      end: index + 1,
      quote: 'rahasia',
      note: 'Penting',
      deleted: false,
      changedAt: new Date(site.clock.now().getTime() - 2 * minuteMs).toISOString(),
    }))
    const [first, ...others] = marks
    const one = { ...first, id: randomUUID(), start: 600, end: 601 }
    expect((await sync(free, reader, { marks })).status).toBe(200)
    expect(await sync(free, reader, { marks: [one] })).toMatchObject({
      status: 422,
      body: { errors: { marks: 'Maksimal 500 tanda per e-book. Hapus beberapa dulu' } },
    })
    const deleted = { ...first, deleted: true, changedAt: site.clock.now().toISOString() }
    const { status, body } = await sync(free, reader, { marks: [deleted, one, ...others] })
    expect([status, body.data.marks.length]).toEqual([200, 501])
    const kept = body.data.marks.find(({ id }: { id: string }) => id === first?.id)
    expect(kept).toMatchObject({ deleted: true, quote: '', note: '' })
    // One more than a page of the export of personal data.
    expect((await site.call('GET', '/me/export', as(reader))).body.data.library.marks.length).toBe(501)
  })

  test.each([
    { position: { sectionId: 'x', percent: 101, at: '2026-01-01T00:00:00Z' } },
    { position: { sectionId: 'x', percent: -1, at: '2026-01-01T00:00:00Z' } },
    { position: { sectionId: 'x', percent: 'NaN', at: '2026-01-01T00:00:00Z' } },
    { position: { sectionId: 'x', percent: 5, at: 'kemarin' } },
    { completedSectionIds: 'semua' },
    { marks: [{ id: 'x' }] },
  ])('rejects %j', async (reading) => {
    const { status, body } = await sync(free, student, reading)
    expect([status, body.code]).toEqual([422, 'invalid-input'])
  })
})

test('the API for commerce: only published e-books are for sale, owners are known, and e-books of any status are described', async () => {
  const { library } = site.app.modules
  const draft = await site.createEbook({ status: 'draft', price: 50_000 })
  expect(await library.findSellableEbook(paid.id)).toEqual({
    id: paid.id,
    title: 'Buku Terkunci',
    priceIdr: 79_000,
    isEmpty: false,
  })
  expect([await library.findSellableEbook(draft.id), await library.findSellableEbook(unknownId)]).toEqual([null, null])
  expect([
    await library.isEbookOwned(student.id, paid.id),
    await library.isEbookOwned(otherStudent.id, paid.id),
  ]).toEqual([true, false])
  expect((await library.describeEbooks([draft.id])).get(draft.id)).toMatchObject({
    thumbnailUrl: expect.stringContaining('/cover/'),
  })
})

test('a paid e-book is unlocked by the provider status after a checkout, and locked again when the purchase is revoked', async () => {
  const buyer = await site.createStudent()
  const book = await site.createEbook({ price: 60_000, sections: 3 })
  const checkout = () => site.call('POST', '/checkout', { ...as(buyer), body: { ebookId: book.id } })
  const { data } = (await checkout()).body
  expect((await read(book, buyer)).viewer.owned).toBe(false)
  const order = site.sandbox.listOrders().find(({ token }) => token === data.token)
  site.sandbox.pay(order?.orderId ?? '')
  await site.sandbox.idle()
  expect(sectionsOf(await read(book, buyer)).map(({ content }) => content)).toContain('<p>Isi rahasia bagian 3</p>')
  expect((await site.call('GET', '/ebooks/mine', as(buyer))).body.data).toMatchObject([
    { _id: book.id, owned: true, progress: 0 },
  ])
  const again = await checkout()
  expect([again.status, again.body.message]).toEqual([409, 'E-book ini sudah jadi milikmu.'])
  const bought = (await site.call('GET', '/my-transaction', as(buyer))).body.data
  expect(bought).toMatchObject([{ kind: 'ebook', status: 'success', amount: 60_000 }])
  await site.database.transaction((tx) =>
    site.app.modules.library.revokeEbook(tx, { sourceRef: `transaction:${data.transactionId}` }),
  )
  expect((await read(book, buyer)).viewer.owned).toBe(false)
})

describe('an e-book with an open transaction', () => {
  async function openCheckout() {
    const buyer = await site.createStudent()
    const book = await site.createEbook({ price: 60_000, sections: 3 })
    const { data } = (await site.call('POST', '/checkout', { ...as(buyer), body: { ebookId: book.id } })).body
    const { orderId = '' } = site.sandbox.listOrders().find(({ token }) => token === data.token) ?? {}
    const pay = async () => {
      site.sandbox.pay(orderId)
      await site.sandbox.idle()
    }
    return { buyer, book, pay }
  }
  const admin = async () => as(await site.createAdmin())

  test('is archived instead of deleted: the transaction stays readable, and a late payment still grants the e-book', async () => {
    const { buyer, book, pay } = await openCheckout()
    expect((await site.call('DELETE', `/admin/ebooks/${book.id}`, await admin())).body.data.outcome).toBe('archived')
    expect((await site.call('GET', '/my-transaction', as(buyer))).body.data).toMatchObject([
      { kind: 'ebook', status: 'pending' },
    ])
    expect((await site.call('GET', `/ebook/${book.id}`, as(buyer))).status).toBe(404)
    await pay()
    expect((await site.call('GET', '/my-transaction', as(buyer))).body.data).toMatchObject([{ status: 'success' }])
    expect((await read(book, buyer)).viewer.owned).toBe(true)
  })

  test('that is unpublished meanwhile is accessible once it is paid', async () => {
    const { buyer, book, pay } = await openCheckout()
    expect(
      (await site.call('PATCH', `/admin/ebooks/${book.id}/status`, { ...(await admin()), body: { status: 'draft' } }))
        .status,
    ).toBe(200)
    await pay()
    expect((await read(book, buyer)).viewer.owned).toBe(true)
  })
})
