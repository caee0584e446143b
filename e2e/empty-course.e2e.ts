import type { Page } from '@playwright/test'
import { tinyPng } from '../src/testing/pictures.ts'
import { demoPassword, expect, ready, signIn, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } })

const instructor = 'pengajar@demo.id'

async function headersOf(page: Page, email: string) {
  const answer = await page.request.post('/api/sign-in', { data: { email, password: demoPassword } })
  return { authorization: `Bearer ${(await answer.json()).data.token}` }
}

const picture = { name: 'sampul.png', mimeType: 'image/png', buffer: tinyPng }
const whole = { tagline: 'Sebuah tagline', description: 'Deskripsi yang cukup panjang', levels: 'Pemula', price: '150000', discount: '0' }

async function makeCourse(page: Page, fields: Record<string, string | typeof picture>): Promise<string> {
  const { data: categories } = await (await page.request.get('/api/categories')).json()
  const form = { ...whole, categoryId: categories[0]._id as string, ...fields }
  const answer = await page.request.post('/api/courses', { headers: await headersOf(page, instructor), multipart: form })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).data._id
}

async function addLesson(page: Page, courseId: string) {
  const data = { courseId, title: 'Pembuka', type: 'text', text: '<p>Halo</p>' }
  expect((await page.request.post('/api/courses/content/create', { headers: await headersOf(page, instructor), data })).status()).toBe(201)
}

test('a course without lessons is announced but not sold, until it has one; its instructor is never offered to buy it', async ({ page }) => {
  const courseId = await makeCourse(page, { title: 'Kelas masih kosong', thumbnail: picture })
  const offer = page.getByRole('region', { name: 'Plus' })
  await page.goto(`/kelas/details/${courseId}`)
  await expect(offer).toContainText('Segera hadir')
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeHidden()

  await addLesson(page, courseId)
  await page.reload()
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeVisible()
  await expect(offer).not.toContainText('Segera hadir')

  await signIn(page, instructor)
  await page.goto(`/kelas/details/${courseId}`)
  await expect(offer.getByRole('link', { name: 'Kelola kelas' })).toBeVisible()
  await expect(offer.getByRole('button', { name: 'Beli Kelas' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tulis ulasan' })).toBeHidden()
})

test.describe('publishing', () => {
  test.use({ expectedConsoleErrors: [/422.*\/(status|courses)/] })

  test('names everything that a draft lacks, and opens the page where it is added', async ({ page }) => {
    const [bare, filled] = [
      await makeCourse(page, { status: 'draft', title: 'Draf kosong', tagline: '', price: '' }),
      await makeCourse(page, { status: 'draft', title: 'Draf lengkap' }),
    ]
    await signIn(page, instructor)
    const alert = page.getByRole('alertdialog', { name: 'Belum bisa ditayangkan' })
    for (const [courseId, missing, next] of [
      [bare, ['Tagline wajib diisi', 'Harga harus diisi', 'Tambahkan minimal satu materi'], 'Perbarui Kursus'],
      [filled, ['Lengkapi dulu: Tambahkan minimal satu materi.'], 'Buat Konten Baru'],
    ] as const) {
      await page.goto(`/admin/course/detail/${courseId}`)
      await ready(page)
      await page.getByRole('button', { name: 'Tayangkan' }).click()
      for (const text of missing) await expect(alert).toContainText(text)
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
    }

    await page.goto(`/admin/course/edit/${filled}`)
    await ready(page)
    await page.getByRole('button', { name: 'Simpan dan tayangkan' }).click()
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Tambahkan minimal satu materi.' })).toBeVisible()
  })
})

test('a draft without a price is nowhere called free', async ({ page }) => {
  const courseId = await makeCourse(page, { status: 'draft', title: 'Draf tanpa harga', price: '' })
  await signIn(page, instructor)
  await page.goto('/admin/courses?q=tanpa+harga')
  await expect(page.getByRole('row', { name: /Draf tanpa harga/ })).toContainText('Belum ada harga')
  await page.goto(`/admin/course/detail/${courseId}`)
  await expect(page.getByRole('main')).toContainText('Belum ada harga')
  for (const path of [`/admin/course/edit/${courseId}`, '/admin/course/create']) {
    await page.goto(path)
    await ready(page)
    const card = page.getByRole('complementary', { name: 'Pratinjau kartu' })
    await expect(card).toContainText('Belum ada harga')
    await expect(card).not.toContainText('GRATIS')
    await page.getByLabel('Harga').fill('0')
    await expect(card).toContainText('GRATIS')
  }
})
