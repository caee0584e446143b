import type { APIRequestContext, Page } from '@playwright/test'
import { signInByCall } from './staff-calls.ts'
import { expect, ready, signIn, signUp, test, thorough } from './test.ts'

type Listed = { data: { _id: string; title: string }[] }

/** A student with an untouched course, a course that is begun, and an e-book that is begun. */
async function prepareStudent(page: Page, request: APIRequestContext) {
  const account = await signUp(page)
  const headers = await signInByCall(request, account.email, account.password)
  const courses = ((await (await request.get('/api/courses?type=free&limit=2')).json()) as Listed).data
  for (const { _id } of courses) await request.post(`/api/courses/${_id}/enroll`, { headers })
  const [untouched, begun] = courses
  const overview = (await (await request.get(`/api/courses/${begun?._id}/overview`)).json()) as {
    data: { details: { _id: string }[] }
  }
  await request.put(`/api/courses/${begun?._id}/content/${overview.data.details[0]?._id}/completion`, { headers })
  const ebook = ((await (await request.get('/api/ebooks?type=free')).json()) as Listed).data[0]
  const book = (await (await request.get(`/api/ebook/${ebook?._id}`)).json()) as {
    data: { modules: { topics: { sections: { _id: string }[] }[] }[] }
  }
  const section = book.data.modules[0]?.topics[0]?.sections[0]
  await request.put(`/api/ebook/${ebook?._id}/sections/${section?._id}/completion`, { headers })
  await signIn(page, account.email, account.password)
  return {
    headers,
    untouched: untouched?.title ?? '',
    begun: begun?.title ?? '',
    ebook: ebook?.title ?? '',
    ids: { begun: begun?._id, lesson: overview.data.details[1]?._id, ebook: ebook?._id, section: section?._id },
  }
}

test(
  'Kelas Saya lists courses and e-books, and its search, filter and layout are in the URL',
  thorough,
  async ({ page, request }) => {
    const titles = await prepareStudent(page, request)
    const item = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    await page.goto('/student/kelas-saya')
    await expect(item(titles.untouched)).toContainText('Mulai Belajar')
    await expect(item(titles.untouched)).toContainText('Beginner · Belum mulai')
    await expect(item(titles.begun)).toContainText('Lanjut Belajar')
    await expect(item(titles.ebook)).toContainText('Lanjut Baca')

    const status = page.getByRole('list', { name: 'Status belajar' })
    await status.getByRole('link', { name: 'Berjalan' }).click()
    await expect(page).toHaveURL(/\?status=active$/)
    await expect(item(titles.untouched)).toBeHidden()
    await expect(item(titles.begun)).toBeVisible()
    await expect(item(titles.ebook)).toBeVisible()
    await page.getByLabel('Cari di kelasmu').fill(titles.ebook.toUpperCase())
    await expect(item(titles.begun)).toBeHidden()
    await expect(item(titles.ebook)).toBeVisible()
    await expect(page).toHaveURL(/status=active&q=/)

    // The URL alone shows the same list, and Back returns to the whole one.
    await page.reload()
    await expect(page.getByLabel('Cari di kelasmu')).toHaveValue(titles.ebook.toUpperCase())
    await expect(item(titles.ebook)).toBeVisible()
    await expect(item(titles.begun)).toBeHidden()
    await page.goBack()
    await expect(item(titles.untouched)).toBeVisible()
    await expect(page.getByLabel('Cari di kelasmu')).toHaveValue('')

    await status.getByRole('link', { name: 'Selesai' }).click()
    await expect(page.getByText('Tidak ada yang cocok')).toBeVisible()
    await page.getByRole('link', { name: 'Tampilkan semua' }).click()
    await expect(item(titles.untouched)).toBeVisible()
  },
)

test(
  'the dense list is stored on the device, and a URL that names a layout has precedence',
  thorough,
  async ({ page, request }) => {
    const { begun } = await prepareStudent(page, request)
    await page.goto('/student/kelas-saya')
    await ready(page)
    await page.getByRole('button', { name: 'Daftar ringkas' }).click()
    await expect(page).toHaveURL(/\?view=list$/)
    await page.goto('/student/kelas-saya')
    await expect(page.getByRole('button', { name: 'Daftar ringkas' })).toHaveAttribute('aria-pressed', 'true')
    await page.goto('/student/kelas-saya?view=grid')
    await expect(page.getByRole('button', { name: 'Kartu' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Daftar ringkas' }).click()
    await page.getByRole('link', { name: begun }).click()
    await expect(page).toHaveURL(/\/start/)
  },
)

test(
  'all notes and highlights are on one page, can be searched, and lead to their place',
  thorough,
  async ({ page, request }) => {
    const { headers, ids, begun, ebook } = await prepareStudent(page, request)
    await page.goto('/student/catatan')
    await expect(page.getByText('Belum ada catatan')).toBeVisible()

    await request.put(`/api/courses/${ids.begun}/content/${ids.lesson}/note`, {
      headers,
      data: { text: 'Ulangi bagian perulangan', version: 0 },
    })
    const mark = {
      id: crypto.randomUUID(),
      sectionId: ids.section,
      kind: 'highlight',
      start: 600,
      end: 640,
      quote: 'potongan yang disorot',
      note: '',
      deleted: false,
    }
    const marks = [{ ...mark, changedAt: '2026-01-02T03:04:05.000Z' }]
    await request.put(`/api/ebook/${ids.ebook}/progress`, {
      headers,
      data: { completedSectionIds: [], position: null, marks },
    })
    await page.goto('/student/kelas-saya')
    await page.getByRole('link', { name: 'Catatan dan sorotan' }).click()
    const entries = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
    await expect(entries).toHaveCount(2)
    await expect(entries.first()).toContainText('Ulangi bagian perulangan')
    await expect(entries.first()).toContainText(begun)
    await page.getByLabel('Cari di catatanmu').fill('disorot')
    await expect(entries).toHaveCount(1)
    await expect(page).toHaveURL(/q=disorot/)

    await entries.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/e-book/${ids.ebook}\\?bagian=${ids.section}`))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await expect(page.getByText(ebook).first()).toBeVisible()
    await page.goBack()
    await page.getByLabel('Cari di catatanmu').fill('')
    await entries.filter({ hasText: 'perulangan' }).getByRole('link').click()
    await expect(page.getByLabel('Catatanmu')).toHaveValue('Ulangi bagian perulangan')
  },
)
