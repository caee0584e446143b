import type { Locator } from '@playwright/test'
import { beSignedIn, expect, idle, offlineConsoleErrors, ready, signIn, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

/** True when no sticky element covers the field. */
const isUncovered = (field: Locator) =>
  field.evaluate((element) => {
    const { left, top, bottom, width } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => document.elementFromPoint(left + width / 2, y) === element)
  })

const freeCourse = 'JavaScript lewat Proyek Kecil'

test('the dashboard links to free courses, then to the next lesson, and the progress page counts completed lessons', async ({
  page,
}) => {
  const account = await signUp(page, { name: 'Wulan Sari' })
  await beSignedIn(page, account.email, account.password)
  await page.goto('/student')
  await expect(page.getByRole('heading', { level: 1, name: 'Halo, Wulan!' })).toBeVisible()
  await expect(page.getByText('Belum ada kelas aktif. Mulai dari kelas gratis?')).toBeVisible()
  await page.getByRole('link', { name: 'Lihat kelas gratis' }).click()
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Progres tersimpan')).toBeVisible()

  await page.goto('/student')
  const next = page.getByRole('region', { name: 'Lanjutkan dari terakhir' })
  await expect(next.getByText(freeCourse).first()).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Materi minggu ini' }).locator('dd')).toHaveText('1')
  const goal = page.getByRole('region', { name: 'Target mingguan' })
  await goal.getByRole('button', { name: 'Pasang target' }).click()
  const dialog = page.getByRole('dialog', { name: 'Target mingguan' })
  await expect(dialog.getByRole('radio', { name: '3 hari seminggu' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(goal.getByRole('status')).toHaveText(/1 dari 1 hari minggu ini.*Target minggu ini tercapai/)
  await expect(goal.getByRole('button', { name: 'Ubah target' })).toBeFocused()
  await expect(goal.getByText('1 minggu beruntun')).toBeVisible()
  await next.getByRole('link', { name: /^Lanjut Belajar/ }).click()
  await expect(page.getByText(/Materi 2 dari/)).toBeVisible()

  await page.goto('/student')
  await page.getByRole('navigation', { name: 'Menu siswa' }).getByRole('link', { name: 'Progres' }).click()
  await expect(page.getByRole('img', { name: /Semua kelas: 1 materi selesai dalam 12 minggu terakhir/ })).toBeVisible()
  // Legible on a phone, where the chart is small.
  await expect
    .poll(() =>
      page
        .locator('figure text')
        .first()
        .evaluate((label) => label.getBoundingClientRect().height),
    )
    .toBeGreaterThan(11)
  await page.getByText('Lihat sebagai tabel').click()
  await expect(page.getByRole('table', { name: 'Semua kelas, per minggu' }).getByRole('row')).toHaveCount(13)
  await page.getByLabel('Kelas', { exact: true }).selectOption({ label: freeCourse })
  await expect(page.getByRole('img', { name: new RegExp(`^${freeCourse}: 1 materi`) })).toBeVisible()
})

test('a signed-out visit of the student area leads home, says why, and continues after signing in', async ({
  page,
}) => {
  const account = await signUp(page)
  await page.goto('/student/progress')
  await expect(page).toHaveURL(/\/$/)
  const dialog = page.getByRole('dialog', { name: 'Masuk ke Cendaki' })
  await expect(dialog.getByText('Masuk dulu untuk membuka halaman itu.')).toBeVisible()
  await dialog.getByLabel('Email').fill(account.email)
  await dialog.getByLabel('Password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
  await expect(page).toHaveURL(/\/student\/progress$/)

  // Signing out is no such visit.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('complementary', { name: 'Area siswa' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth\/sign-in$/)
  await idle(page)
  await expect(dialog).toBeHidden()
})

test(
  'the CV is edited, validated at its fields, saved, and printed without the rest of the page',
  thorough,
  async ({ page }) => {
    const account = await signUp(page, { name: 'Bagas Prakoso' })
    await beSignedIn(page, account.email, account.password)
    await page.goto('/student/resume')
    await page.getByRole('button', { name: 'Ubah CV' }).click()
    await expect(page.getByLabel('Keahlian utama')).toBeFocused()
    await page.getByLabel('Keahlian utama').fill('Pengembang Web')
    await page.getByLabel('Situs atau portofolio').fill('situs saya')
    await page.getByLabel('Keterampilan').fill('HTML, CSS , ')
    await page.getByRole('button', { name: 'Tambah pengalaman' }).click()
    await page.getByRole('group', { name: 'Pengalaman 1' }).getByLabel('Judul').fill('Magang')
    await page.getByRole('button', { name: 'Simpan' }).click()
    const website = page.getByLabel('Situs atau portofolio')
    await expect(website).toBeFocused()
    await expect(website).toHaveAccessibleDescription('Tulis tautan lengkap dengan https://')
    await expect.poll(() => isUncovered(website)).toBe(true)
    await website.fill('www.bagas.id')
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText('HTML · CSS')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ubah CV' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('link', { name: 'www.bagas.id' })).toHaveAttribute('href', 'https://www.bagas.id')
    await expect(page.getByRole('article', { name: 'CV' })).toContainText('Pengembang Web')
    await expect(page.getByRole('article', { name: 'CV' })).toContainText('Magang')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Cetak CV' })).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Menu siswa' })).toBeHidden()
  },
)

test('what is typed while the CV is saved stays, and is saved with the next press', thorough, async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/student/resume')
  await page.getByRole('button', { name: 'Ubah CV' }).click()
  const main = page.getByLabel('Keahlian utama')
  await main.fill('Pengembang')
  let arrive = () => {}
  const isTyped = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/api/me/resume', async (route) => {
    await isTyped
    await route.continue()
  })
  await page.getByRole('button', { name: 'Simpan' }).click()
  await main.fill('Pengembang Web')
  arrive()
  await expect(page.getByText('Yang barusan kamu ketik belum')).toBeVisible()
  await expect(main).toHaveValue('Pengembang Web')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('article', { name: 'CV' })).toContainText('Pengembang Web')
})

test('leaving an unsaved CV or profile asks for confirmation', thorough, async ({ page }) => {
  const account = await signUp(page, { name: 'Bagas Prakoso' })
  await signIn(page, account.email, account.password)
  const menu = page.getByRole('navigation', { name: 'Menu siswa' })
  await page.goto('/student/resume')
  await page.getByRole('button', { name: 'Ubah CV' }).click()
  await page.getByLabel('Keahlian utama').fill('Pengembang Web')
  await menu.getByRole('link', { name: 'Pengaturan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tetap di sini' }).click()
  await expect(page.getByLabel('Keahlian utama')).toHaveValue('Pengembang Web')
  await menu.getByRole('link', { name: 'Pengaturan' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tinggalkan' }).click()

  await page.getByLabel('Tentangmu dalam satu kalimat').fill('Sedang belajar React')
  await menu.getByRole('link', { name: 'CV' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tetap di sini' }).click()
  await page.getByRole('button', { name: 'Simpan profil' }).click()
  await expect(page.getByText('Profil tersimpan.')).toBeVisible()
  await menu.getByRole('link', { name: 'CV' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'CV' })).toBeVisible()
})

test('an invalid profile focuses the first invalid field, not covered by sticky bars', async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/student/settings')
  const [name, bio] = [page.getByLabel('Nama', { exact: true }), page.getByLabel('Bio')]
  await name.fill('')
  await bio.fill('b'.repeat(2000))
  await page.getByRole('button', { name: 'Simpan profil' }).click()
  await expect(name).toBeFocused()
  await expect.poll(() => isUncovered(name)).toBe(true)
  await name.fill('Sari Dewi')
  await page.getByRole('button', { name: 'Simpan profil' }).click()
  await expect(bio).toBeFocused()
  await expect.poll(() => isUncovered(bio)).toBe(true)
})

test.describe('without a connection', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })
  test('a page of the student area shows an error with its menu, and loads on retry', async ({ page, network }) => {
    await beSignedIn(page, 'siswa@demo.id')
    await page.goto('/student/progress')
    await expect(page.getByRole('heading', { level: 1, name: 'Progres' })).toBeVisible()
    await page.getByRole('navigation', { name: 'Menu siswa' }).getByRole('link', { name: 'Kelas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kelas Saya' })).toBeVisible()
    await network.goOffline()
    await page.getByRole('navigation', { name: 'Menu siswa' }).getByRole('link', { name: 'Progres' }).click()
    await expect(page.getByRole('alert').getByText('Tidak tersambung')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Menu siswa' })).toBeVisible()
    await network.goOnline()
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Progres', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Per minggu' })).toBeVisible()
  })
})
