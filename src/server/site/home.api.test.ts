import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { neutralHome } from '#contract/site/home-settings.ts'
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

const asAdmin = () => ({ token: admin.token })
const home = async () => (await site.call('GET', '/site/home')).body.data
async function save(patch: object) {
  const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', asAdmin())).body.data
  return site.call('PUT', '/admin/settings', { ...asAdmin(), body: { ...shown, ...patch } })
}
const pagesFor = async (q: string) =>
  (await site.call('GET', `/search?q=${encodeURIComponent(q)}`)).body.data.pages.map(
    ({ title }: { title: string }) => title,
  )

test('a new installation has the texts of the product, and words of the ticker their drawing', async () => {
  const { hero, ticker, benefits, faq } = await home()
  expect(hero.title).toBe('Naik kelas, satu langkah tiap hari.')
  expect(ticker).toHaveLength(14)
  expect(ticker).toContainEqual({ name: 'Vue.js', logo: 'vuedotjs' })
  expect(ticker.every(({ logo }: { logo: string | null }) => logo !== null)).toBe(true)
  expect([benefits.length, faq.length]).toEqual([6, 8])
  expect(faq[0]).toEqual({ _id: 'akses', question: expect.any(String), answer: expect.any(String) })
})

test('what an admin saves is on the home page, in the footer, in the catalogue and in the search at once', async () => {
  await home()
  const saved = await save({
    hero: { title: 'Masak enak tiap hari.', text: 'Belajar dari juru masak.', picture: null },
    ticker: ['Rendang', 'Soto', 'Rendang'],
    benefits: [{ _id: 'dapur', icon: 'heart', title: 'Dari dapur sendiri', text: 'Dengan alat yang kamu punya.' }],
    faq: [{ _id: 'oven', question: 'Perlu oven?', answer: 'Tidak selalu.', words: 'Oven, alat dapur' }],
    categoryGroups: { programming: 'Masakan', design: 'Kue', marketing: 'Minuman' },
  })
  expect(saved.status).toBe(200)
  expect(await home()).toMatchObject({
    hero: { title: 'Masak enak tiap hari.' },
    ticker: [
      { name: 'Rendang', logo: null },
      { name: 'Soto', logo: null },
    ],
    faq: [{ _id: 'oven' }],
  })
  expect((await site.call('GET', '/site')).body.data).toMatchObject({
    slogan: 'Masak enak tiap hari.',
    categoryGroups: { design: 'Kue' },
  })
  expect(await pagesFor('alat dapur')).toEqual(['Perlu oven?'])
  expect(await pagesFor('voucher')).toEqual([])
  const { entries } = await site.app.modules.audit.list({ action: 'settings.saved' }, { page: 1, limit: 1 })
  expect(entries[0]?.details).toMatchObject({
    after: { 'hero.title': 'Masak enak tiap hari.', faq: ['Perlu oven?: Tidak selalu.: Oven, alat dapur'] },
  })
})

test.each([
  [{ hero: { title: '', text: 'x', picture: null } }, 'hero.title'],
  [{ hero: { title: 'x', text: 'x', picture: 'https://jahat.example/x.png' } }, 'hero.picture'],
  [{ ticker: ['a'.repeat(31)] }, 'ticker.0'],
  [{ ticker: Array.from({ length: 31 }, (_, at) => `Kata ${at}`) }, 'ticker'],
  [{ benefits: [{ _id: 'a', icon: 'roket', title: 'x', text: 'x' }] }, 'benefits.0.icon'],
  [{ faq: [{ _id: '"><script>', question: 'x', answer: 'x', words: '' }] }, 'faq.0._id'],
  [{ faq: ['a', 'a'].map((_id) => ({ _id, question: 'x', answer: 'x', words: '' })) }, 'faq'],
  [{ categoryGroups: { programming: ' ', design: 'x', marketing: 'x' } }, 'categoryGroups.programming'],
])('what cannot be shown is refused at its field: %j', async (patch, field) => {
  const { status, body } = await save(patch)
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('a picture of the home page is not deleted with unused pictures', async () => {
  const image = new File([new Uint8Array(await squarePng())], 'dapur.png', { type: 'image/png' })
  const picture = (await site.call('POST', '/uploads', { ...asAdmin(), form: { image } })).body.data.url
  expect((await save({ hero: { title: 'Dapur', text: 'Masak.', picture } })).status).toBe(200)
  const { settings, uploads } = site.app.modules
  const before = new Date(site.clock.now().getTime() + minuteMs)
  await uploads.deleteUnused([settings.listUploadsInUse], { before }, 100)
  expect(await uploads.read(picture.replace('/uploads/', ''))).not.toBeNull()
})

test('texts of a site whose owner has not said what is taught name no subject', () => {
  expect(JSON.stringify(neutralHome)).not.toMatch(
    /ngoding|\bweb\b|desain|mobile|aplikasi kantin|React|Programming|Design/,
  )
})

const squarePng = () =>
  sharp({ create: { width: 96, height: 96, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
