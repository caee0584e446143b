import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: { token: string }
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  const period = { startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-12-31T00:00:00Z' }
  await site.database.transaction((tx) =>
    site.app.modules.commerce.createPromo(tx, {
      code: 'AKHIR25',
      kind: 'fixed-price',
      value: 99_000,
      startsAt: new Date(period.startsAt),
      endsAt: new Date(period.endsAt),
    }),
  )
})
afterAll(() => site.close())

const show = async () => (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
const save = (body: object) => site.call('PUT', '/admin/settings', { token: admin.token, body })
/** The current settings with changes. */
async function changed(patch: object) {
  const { updatedAt: _, ...shown } = await show()
  return { ...shown, ...patch }
}

const campaign = {
  enabled: true,
  label: 'Promo Akhir Tahun',
  listPrice: 1_000_000,
  price: 99_000,
  promoCode: 'akhir25',
  startsAt: '2026-11-21T00:00:00+07:00',
  endsAt: '2026-11-30T23:59:00+07:00',
}

test('a new site states nothing about itself that nobody entered: claim, contact and address are empty', async () => {
  expect((await site.call('GET', '/site')).body.data).toMatchObject({ claim: '', contact: { email: '', phone: '' } })
  expect((await show()).seller.address).toBe('')
})

test('a new installation has presentable defaults and no tax', async () => {
  expect(await show()).toMatchObject({
    name: 'Cendaki',
    taxMode: 'none',
    instructorSharePercent: 70,
    announcement: null,
    version: 0,
    updatedAt: null,
  })
})

test('saving settings invalidates cached responses', async () => {
  await site.call('GET', '/site')
  const seller = { name: 'PT Cendaki', address: 'Jalan Baru 2\nBandung', taxNumber: '01.234.567.8-901.000' }
  const { status, body } = await save(
    await changed({
      name: 'Cendaki Baru',
      claim: 'Dipercaya 5 siswa',
      contactEmail: ' Halo@Contoh.ID ',
      contactPhone: '+62 812 3456',
      seller,
      taxMode: 'inclusive',
    }),
  )
  expect([status, body.message, body.data.seller]).toEqual([200, 'Pengaturan tersimpan.', seller])
  expect((await site.call('GET', '/site')).body.data).toMatchObject({
    name: 'Cendaki Baru',
    claim: 'Dipercaya 5 siswa',
    contact: { email: 'halo@contoh.id', phone: '+62 812 3456' },
  })
})

test('the announcement is shown while it is enabled and within its dates', async () => {
  await save(await changed({ announcement: campaign }))
  const shown = (await site.call('GET', '/site')).body.data.announcement
  expect(shown).toMatchObject({ label: 'Promo Akhir Tahun', promoCode: 'AKHIR25', endsAt: '2026-11-30T16:59:00.000Z' })
  await save(await changed({ announcement: { ...campaign, enabled: false } }))
  expect((await site.call('GET', '/site')).body.data.announcement).toBeNull()
  expect((await show()).announcement).toMatchObject({ label: 'Promo Akhir Tahun', enabled: false })
})

test('a save that leaves the announcement as it was is not recorded as a change of it', async () => {
  await save(await changed({ announcement: campaign }))
  await save(await changed({ claim: 'Dipercaya 7 siswa' }))
  const { entries } = await site.app.modules.audit.list({ action: 'settings.saved' }, { page: 1, limit: 1 })
  expect(entries[0]?.details).toEqual({
    changed: ['claim'],
    before: { claim: 'Dipercaya 5 siswa' },
    after: { claim: 'Dipercaya 7 siswa' },
  })
})

test('an announcement without prices and code is shown as plain text', async () => {
  const plain = { ...campaign, label: 'Libur Lebaran', listPrice: null, price: null, promoCode: null }
  expect((await save(await changed({ announcement: plain }))).status).toBe(200)
  const shown = (await site.call('GET', '/site')).body.data.announcement
  expect(shown).toMatchObject({ label: 'Libur Lebaran', listPrice: null, price: null, promoCode: null })
  await save(await changed({ announcement: { ...plain, label: 'Libur Natal' } }))
  expect((await site.call('GET', '/site')).body.data.announcement.campaign).not.toBe(shown.campaign)
  const half = await save(await changed({ announcement: { ...plain, price: 50_000 } }))
  expect([half.status, half.body.errors]).toEqual([
    422,
    { 'announcement.promoCode': 'Isi harga awal, harga promo, dan kodenya, atau tidak ketiganya' },
  ])
})

test('a code that does not exist cannot be announced, and one that was deleted later blocks no other setting', async () => {
  const unknown = await save(await changed({ announcement: { ...campaign, promoCode: 'tidakada' } }))
  expect([unknown.status, unknown.body.errors]).toEqual([422, { 'announcement.promoCode': 'Kode promo ini belum ada' }])
  expect(
    (await save(await changed({ announcement: { ...campaign, promoCode: 'tidakada', enabled: false } }))).status,
  ).toBe(200)
  await save(await changed({ announcement: campaign }))
  await site.database.query.execute(`update promo_codes set code = 'LAIN25' where code = 'AKHIR25'`)
  expect((await save(await changed({ claim: 'Dipercaya 8 siswa' }))).status).toBe(200)
  await site.database.query.execute(`update promo_codes set code = 'AKHIR25' where code = 'LAIN25'`)
})

test('a later end keeps the campaign id, a new start changes it', async () => {
  const campaignOf = async (announcement: object) => {
    await save(await changed({ announcement }))
    return (await site.call('GET', '/site')).body.data.announcement.campaign
  }
  const first = await campaignOf(campaign)
  expect(await campaignOf({ ...campaign, endsAt: '2026-12-05T00:00:00+07:00' })).toBe(first)
  expect(await campaignOf({ ...campaign, startsAt: '2026-11-20T00:00:00+07:00' })).not.toBe(first)
})

test('the second of two concurrent saves is rejected with 409, and nothing is overwritten', async () => {
  const mine = await changed({ name: 'Punyaku' })
  const theirs = await changed({ name: 'Punya mereka' })
  expect((await save(theirs)).status).toBe(200)
  const { status, body } = await save(mine)
  expect([status, body.code]).toEqual([409, 'stale'])
  expect((await show()).name).toBe('Punya mereka')
})

test('the site’s name is the name in the web app manifest', async () => {
  const fetch = async (path: string) => (await site.app.fetch(new Request(`${publicUrl}${path}`))).text()
  await save(await changed({ name: 'Sinau "Bareng"' }))
  expect(JSON.parse(await fetch('/manifest.webmanifest'))).toMatchObject({
    name: 'Sinau "Bareng"',
    short_name: 'Sinau "Bareng"',
    start_url: '/?src=pwa',
  })
  await save(await changed({ name: 'Ruang Belajar' }))
  expect(JSON.parse(await fetch('/manifest.webmanifest'))).toMatchObject({ name: 'Ruang Belajar' })
})

test.each([
  ['name', { name: '  ' }, 'Nama situs wajib diisi'],
  ['contactEmail', { contactEmail: 'bukan' }, 'Email tidak valid'],
  ['contactPhone', { contactPhone: '<script>' }, 'Nomor telepon tidak valid'],
  ['seller.name', { seller: { name: '', address: 'x', taxNumber: '' } }, 'Nama penjual wajib diisi'],
  ['seller.taxNumber', { seller: { name: 'x', address: 'x', taxNumber: '12' } }, 'NPWP terdiri dari 15 atau 16 angka'],
  ['taxMode', { taxMode: 'gelap' }, 'Pilih mode pajak'],
  ['instructorSharePercent', { instructorSharePercent: 101 }, 'Bagian instruktur 0–100 persen'],
  [
    'announcement.endsAt',
    { announcement: { ...campaign, endsAt: campaign.startsAt } },
    'Tanggal selesai harus setelah tanggal mulai',
  ],
  [
    'announcement.price',
    { announcement: { ...campaign, price: 2_000_000 } },
    'Harga promo tidak boleh melebihi harga awal',
  ],
  [
    'announcement.promoCode',
    { announcement: { ...campaign, promoCode: 'a b' } },
    'Kode promo 3–40 huruf, angka, - atau _',
  ],
  ['announcement.startsAt', { announcement: { ...campaign, startsAt: 'besok' } }, 'Tanggal mulai wajib diisi'],
])('an invalid %s is a field error', async (field, patch, message) => {
  const { status, body } = await save(await changed(patch))
  expect([status, body.errors]).toEqual([422, { [field]: message }])
})

test('only admins can read and save settings', async () => {
  const instructor = await site.createInstructor()
  const student = await site.createStudent()
  for (const [token, status] of [
    [instructor.token, 403],
    [student.token, 403],
    [undefined, 401],
  ] as const) {
    expect((await site.call('GET', '/admin/settings', token ? { token } : {})).status).toBe(status)
    expect((await site.call('PUT', '/admin/settings', { body: {}, ...(token ? { token } : {}) })).status).toBe(status)
  }
})
