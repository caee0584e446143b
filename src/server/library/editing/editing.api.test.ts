import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: admin.token, ...(body === undefined ? {} : { body }) })
const data = async (method: string, path: string, body?: unknown) => (await call(method, path, body)).body.data

const picture = '/uploads/0199aaaa-0000-7000-8000-000000000000.webp'

const foreignPictures = [
  '/uploads/../api/me',
  '/uploads/..',
  '/uploads/%2e%2e/api/me',
  '/uploads/x/../../api/me',
  '/uploads/a.svg',
  '//jauh.example/uploads/a.webp',
  '/uploads/',
]

test.each(foreignPictures)('a picture at %s is rejected in fields and removed from text', async (url) => {
  const asCover = await call('POST', '/admin/ebooks', { title: 'Belajar Menenun', price: 0, thumbnail: url })
  expect([asCover.status, asCover.body.errors]).toEqual([422, { thumbnail: 'Unggah gambar dulu' }])
  const tip = { title: `Tips ${url}`, summary: 'Ringkas saja', author: 'Tim', tags: [], thumbnail: null }
  const { text } = await data('POST', '/admin/tips', {
    ...tip,
    text: `<p>a</p><img src="${url}"><img src="${picture}">`,
  })
  expect(text.match(/<img/g)).toHaveLength(1)
  expect(text).toContain(picture)
})

describe('an e-book', () => {
  test('can be created, filled, published, listed, changed, unpublished and deleted', async () => {
    const book = await data('POST', '/admin/ebooks', { title: ' Belajar Menenun ', price: 45_000 })
    expect(book).toMatchObject({ status: 'draft', title: 'Belajar Menenun', price: 45_000, modules: [], version: 1 })
    const path = `/admin/ebooks/${book._id}`
    const early = await call('PATCH', `${path}/status`, { status: 'published' })
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['description', 'modules']])

    const withModule = await data('POST', `${path}/modules`, { title: 'Alat' })
    const moduleId = withModule.modules[0]._id
    const withTopic = await data('POST', `${path}/modules/${moduleId}/topics`, { title: 'Benang' })
    const topicId = withTopic.modules[0].topics[0]._id
    const section = await data('POST', `${path}/topics/${topicId}/sections`, {
      heading: 'Memilih benang',
      text: '<h1>Katun</h1><script>alert(1)</script><p onclick="x()">Kuat.</p>',
      images: [{ image: picture, caption: 'Benang katun' }],
    })
    expect(section).toMatchObject({
      text: '<h2>Katun</h2><p>Kuat.</p>',
      sectionImages: [{ imageUrl: picture, caption: 'Benang katun' }],
    })
    expect((await call('PATCH', path, { description: 'Menenun dari nol.' })).status).toBe(200)
    expect((await data('PATCH', `${path}/status`, { status: 'published' })).status).toBe('published')

    const listed = await site.call('GET', '/ebooks?q=benang')
    expect(listed.body.data).toMatchObject([{ _id: book._id, sectionCount: 1, description: 'Menenun dari nol.' }])
    await call('PATCH', path, { title: 'Menenun Lanjutan' })
    expect((await site.call('GET', `/ebook/${book._id}`)).body.data.title).toBe('Menenun Lanjutan')
    await call('PATCH', `${path}/status`, { status: 'draft' })
    expect((await site.call('GET', `/ebook/${book._id}`)).status).toBe(404)
    expect((await data('DELETE', path)).outcome).toBe('deleted')
    expect((await call('GET', path)).status).toBe(404)
  })

  test('with an empty section cannot be published, and the error names that section', async () => {
    const book = await data('POST', '/admin/ebooks', { title: 'Kosong', description: 'Belum ditulis.', price: 25_000 })
    const path = `/admin/ebooks/${book._id}`
    const moduleId = (await data('POST', `${path}/modules`, { title: 'Alat' })).modules[0]._id
    const topicId = (await data('POST', `${path}/modules/${moduleId}/topics`, { title: 'Benang' })).modules[0].topics[0]
      ._id
    await call('POST', `${path}/topics/${topicId}/sections`, { heading: 'Bab kosong', text: '', images: [] })
    const { status, body } = await call('PATCH', `${path}/status`, { status: 'published' })
    expect([status, body.errors]).toEqual([422, { modules: 'Bagian “Bab kosong” belum ada isinya' }])
  })

  test('with an owner is archived instead of deleted, and the owner keeps access', async () => {
    const ebook = await site.createEbook({ price: 20_000 })
    const owner = await site.createStudent()
    await site.database.transaction((tx) =>
      site.app.modules.library.grantEbook(tx, { userId: owner.id, ebookId: ebook.id, sourceRef: 'test' }),
    )
    expect((await data('DELETE', `/admin/ebooks/${ebook.id}`)).outcome).toBe('archived')
    expect((await site.call('GET', `/ebook/${ebook.id}`)).status).toBe(404)
    expect((await site.call('GET', `/ebook/${ebook.id}`, { token: owner.token })).body.data.status).toBe('archived')
    expect((await site.call('GET', `/ebooks?q=${encodeURIComponent(ebook.title)}`)).body.data).toEqual([])
  })

  test('is reordered in one request; an order without every part is rejected with 409', async () => {
    const ebook = await site.createEbook({ sections: 3 })
    const path = `/admin/ebooks/${ebook.id}`
    const second = (await data('POST', `${path}/modules`, { title: 'Modul kedua' })).modules[1]._id
    const { modules } = await data('POST', `${path}/modules/${second}/topics`, { title: 'Topik kedua' })
    const [one, two] = modules
    const [a, b, c] = ebook.sectionIds
    const order = (sections: (string | undefined)[][]) => ({
      modules: [
        { id: two._id, topics: [{ id: two.topics[0]._id, sections: sections[0] }] },
        { id: one._id, topics: [{ id: one.topics[0]._id, sections: sections[1] }] },
      ],
    })
    const { body } = await call('PUT', `${path}/order`, order([[c], [b, a]]))
    expect(
      body.data.modules.map((module: { title: string; topics: { sections: { _id: string }[] }[] }) => [
        module.title,
        module.topics[0]?.sections.map(({ _id }) => _id),
      ]),
    ).toEqual([
      ['Modul kedua', [c]],
      ['Modul pertama', [b, a]],
    ])
    for (const wrong of [
      [[c], [b]],
      [[c], [b, a, a]],
      [[], [b, a, '00000000-0000-7000-8000-000000000000']],
    ]) {
      expect((await call('PUT', `${path}/order`, order(wrong))).status).toBe(409)
    }
    expect((await data('DELETE', `${path}/modules/${two._id}`)).sectionCount).toBe(2)
  })

  test('the second of two concurrent edits is rejected with 409', async () => {
    const ebook = await site.createEbook()
    const path = `/admin/ebooks/${ebook.id}/sections/${ebook.sectionIds[0]}`
    const { version } = await data('GET', path)
    expect((await call('PATCH', path, { heading: 'Satu', version })).status).toBe(200)
    const late = await call('PATCH', path, { heading: 'Dua', version })
    expect([late.status, late.body.code, (await data('GET', path)).heading]).toEqual([409, 'stale', 'Satu'])
  })

  test.each([
    ['no title', { price: 0 }, 'title'],
    ['a blank title', { title: '  ' }, 'title'],
    ['a negative price', { title: 'Buku', price: -1 }, 'price'],
    ['a price no card can pay', { title: 'Buku', price: 500 }, 'price'],
    ['half a rupiah', { title: 'Buku', price: 10_000.5 }, 'price'],
    ['a cover from elsewhere', { title: 'Buku', thumbnail: 'https://contoh.id/a.png' }, 'thumbnail'],
  ])('with %s is rejected with an error at the field', async (_, body, field) => {
    const response = await call('POST', '/admin/ebooks', body)
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
  })

  test('parts of another e-book are not found through this one', async () => {
    const [one, other] = [await site.createEbook(), await site.createEbook()]
    expect(
      (await call('PATCH', `/admin/ebooks/${one.id}/sections/${other.sectionIds[0]}`, { heading: 'x' })).status,
    ).toBe(404)
    expect((await call('DELETE', `/admin/ebooks/${one.id}/sections/${other.sectionIds[0]}`)).status).toBe(404)
  })

  test('is rejected with 403 for instructors', async () => {
    const { token } = await site.createInstructor()
    expect((await site.call('GET', '/admin/ebooks', { token })).status).toBe(403)
  })
})

describe('a tip', () => {
  test('gets a slug from its title, and can be published, searched, related and deleted', async () => {
    const make = async (title: string, tags: string[]) => {
      const tip = await data('POST', '/admin/tips', {
        title,
        summary: 'Ringkas.',
        text: '<p>Isi <b>tips</b> tentang kopi.</p>',
        author: 'Rani',
        tags,
      })
      expect((await data('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })).status).toBe('published')
      return tip
    }
    const first = await make('Kopi & Kode: 3 Kebiasaan!', ['Produktivitas', ' produktivitas', 'Kopi'])
    const second = await make('Kopi & Kode: 3 kebiasaan', ['kopi'])
    const third = await make('Menata Meja', ['meja'])
    expect([first.slug, second.slug, first.tags]).toEqual([
      'kopi-kode-3-kebiasaan',
      'kopi-kode-3-kebiasaan-2',
      ['produktivitas', 'kopi'],
    ])

    const shown = (await site.call('GET', `/tips/${first.slug}`)).body.data
    expect(shown).toMatchObject({
      title: 'Kopi & Kode: 3 Kebiasaan!',
      text: '<p>Isi <strong>tips</strong> tentang kopi.</p>',
      author: 'Rani',
      readingMinutes: 1,
    })
    expect(shown.related.map(({ _id }: { _id: string }) => _id)).toEqual([second._id, third._id])
    expect((await site.call('GET', '/tips?tag=kopi')).body.meta.total).toBe(2)
    expect((await site.call('GET', '/tips?q=meja')).body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
      'menata-meja',
    ])
    expect((await site.call('GET', '/search?q=meja')).body.data.tips).toHaveLength(1)
    expect((await site.call('GET', '/tip-tags')).body.data[0]).toEqual({ name: 'kopi', count: 2 })

    expect((await call('DELETE', `/admin/tips/${third._id}`)).status).toBe(200)
    expect((await site.call('GET', '/tips/menata-meja')).status).toBe(404)
    expect((await call('PATCH', `/admin/tips/${second._id}`, { slug: first.slug })).body.errors).toEqual({
      slug: 'Slug ini sudah dipakai',
    })
  })

  test('is not public before it is published, and cannot be published without text', async () => {
    const tip = await data('POST', '/admin/tips', { title: 'Belum Jadi' })
    expect((await site.call('GET', '/tips/belum-jadi')).status).toBe(404)
    const early = await call('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })
    expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['summary', 'text']])
  })

  test('keeps the chosen publication day; a future, missing or invalid day is rejected with an error at the field', async () => {
    const write = { summary: 'Ringkas.', text: '<p>Isi.</p>' }
    const dayOf = (tip: { publishedOn: string | null; publishedAt: string | null }) => [
      tip.publishedOn,
      tip.publishedAt,
    ]
    const tip = await data('POST', '/admin/tips', { ...write, title: 'Lama', publishedOn: '2024-02-29' })
    await call('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })
    expect((await site.call('GET', '/tips/lama')).body.data.date).toBe('2024-02-29T05:00:00.000Z')
    // The test clock is at 21 November in the morning.
    const today = await data('PATCH', `/admin/tips/${tip._id}`, { publishedOn: '2026-11-21' })
    expect(dayOf(today)).toEqual(['2026-11-21', site.clock.now().toISOString()])
    site.clock.advance(minuteMs)
    expect(
      dayOf(await data('PATCH', `/admin/tips/${tip._id}`, { title: 'Lama sekali', publishedOn: '2026-11-21' })),
    ).toEqual(dayOf(today))
    for (const publishedOn of ['2026-11-22', null, '2024-02-30', '1999-12-31', 'kemarin', 20241122]) {
      const rejected = await call('PATCH', `/admin/tips/${tip._id}`, { publishedOn })
      expect([publishedOn, rejected.status, Object.keys(rejected.body.errors)]).toEqual([
        publishedOn,
        422,
        ['publishedOn'],
      ])
    }
    const draft = await data('POST', '/admin/tips', { ...write, title: 'Tanpa Tanggal' })
    expect(dayOf(draft)).toEqual([null, null])
    expect(dayOf(await data('PATCH', `/admin/tips/${draft._id}/status`, { status: 'published' }))).toEqual([
      '2026-11-21',
      site.clock.now().toISOString(),
    ])
  })
})

describe('the audit log', () => {
  const entriesOf = async (subjectId: string) => {
    const { body } = await call('GET', '/admin/audit?limit=100')
    return body.data.filter((entry: { subject: { _id: string } }) => entry.subject._id === subjectId).toReversed()
  }
  const summaryOf = (entries: { action: string; details: unknown }[]) =>
    entries.map(({ action, details }) => [action, details])

  test('contains every edit of an e-book with actor and changes, but no edit without effect', async () => {
    const book = await data('POST', '/admin/ebooks', { title: 'Membatik', description: 'Dari malam.', price: 45_000 })
    const path = `/admin/ebooks/${book._id}`
    const module = (await data('POST', `${path}/modules`, { title: 'Alat' })).modules[0]
    const topic = (await data('POST', `${path}/modules/${module._id}/topics`, { title: 'Canting' })).modules[0]
      .topics[0]
    const section = await data('POST', `${path}/topics/${topic._id}/sections`, {
      heading: 'Memilih canting',
      text: '<p>Kecil.</p>',
    })
    await call('PATCH', path, { price: 60_000, description: 'Dari malam sampai kain.', title: 'Membatik' })
    await call('PATCH', path, { price: 60_000 })
    await call('PATCH', `${path}/modules/${module._id}`, { title: 'Perkakas' })
    await call('PATCH', `${path}/sections/${section._id}`, { heading: 'Canting kecil', text: '<p>Kecil sekali.</p>' })
    await call('PATCH', `${path}/sections/${section._id}`, { version: 1, text: '<p>Tertinggal.</p>' })
    await call('PUT', `${path}/order`, {
      modules: [{ id: module._id, topics: [{ id: topic._id, sections: [section._id] }] }],
    })
    await call('PATCH', `${path}/status`, { status: 'published' })
    await call('PATCH', `${path}/status`, { status: 'published' })
    await call('PATCH', `${path}/status`, { status: 'draft' })
    await call('DELETE', `${path}/sections/${section._id}`)
    await call('DELETE', path)
    const entries = await entriesOf(book._id)
    expect(summaryOf(entries)).toEqual([
      ['ebook.created', { title: 'Membatik' }],
      ['ebook.part-added', { part: 'module', title: 'Alat' }],
      ['ebook.part-added', { part: 'topic', title: 'Canting' }],
      ['ebook.part-added', { part: 'section', title: 'Memilih canting' }],
      ['ebook.changed', { changed: ['description'], before: { priceIdr: 45_000 }, after: { priceIdr: 60_000 } }],
      ['ebook.part-renamed', { part: 'module', from: 'Alat', to: 'Perkakas' }],
      [
        'ebook.part-changed',
        {
          part: 'section',
          title: 'Memilih canting',
          changed: ['bodyHtml'],
          before: { heading: 'Memilih canting' },
          after: { heading: 'Canting kecil' },
        },
      ],
      ['ebook.ordered', {}],
      ['ebook.published', {}],
      ['ebook.unpublished', {}],
      ['ebook.part-deleted', { part: 'section', title: 'Canting kecil' }],
      ['ebook.deleted', { title: 'Membatik' }],
    ])
    expect(entries[0].actor._id).toBe(admin.id)
    expect(entries.at(-1).subject).toEqual({ kind: 'ebook', _id: book._id, name: 'Membatik' })
  })

  test('contains every edit of a tip', async () => {
    const tip = await data('POST', '/admin/tips', {
      title: 'Menyeduh',
      summary: 'Ringkas.',
      text: '<p>Isi.</p>',
      tags: ['kopi'],
    })
    await call('PATCH', `/admin/tips/${tip._id}/status`, { status: 'published' })
    await call('PATCH', `/admin/tips/${tip._id}`, { title: 'Menyeduh Kopi', tags: ['kopi', 'pagi'], slug: tip.slug })
    const [created] = await entriesOf(tip._id)
    expect(created.subject.name).toBe('Menyeduh Kopi')
    await call('PATCH', `/admin/tips/${tip._id}/status`, { status: 'draft' })
    await call('DELETE', `/admin/tips/${tip._id}`)
    expect(summaryOf(await entriesOf(tip._id))).toEqual([
      ['tip.created', { title: 'Menyeduh' }],
      ['tip.published', {}],
      ['tip.changed', { changed: ['tags'], before: { title: 'Menyeduh' }, after: { title: 'Menyeduh Kopi' } }],
      ['tip.unpublished', {}],
      ['tip.deleted', { title: 'Menyeduh Kopi' }],
    ])
  })
})
