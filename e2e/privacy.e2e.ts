import { violations } from './axe.ts'
import { beSignedIn, expect, ready, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and installing the service worker takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

test('the privacy page is linked on every page and lists what is stored, and sends visitors to sign in for their rights', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privasi' }).click()
  await expect(page).toHaveTitle('Kebijakan Privasi | Cendaki')
  const table = page.getByRole('table', { name: 'Data yang disimpan dan jangka waktunya' })
  await expect(table.getByRole('row', { name: /Salinan email/ })).toContainText('90 hari')
  await page.getByRole('link', { name: 'Syarat dan Ketentuan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Syarat dan Ketentuan' })).toBeVisible()
  await page.goto('/privasi')
  await ready(page)
  await page.getByRole('link', { name: 'Buka pengaturan privasi' }).click()
  await expect(page).toHaveURL(/\/auth\/sign-in\?next=%2Fstudent%2Fsettings%23privasi/)
})

test('sign-up and checkout name the terms beside their button', thorough, async ({ page }) => {
  await page.goto('/auth/sign-up')
  await expect(
    page
      .getByRole('main')
      .getByText('Dengan membuat akun, kamu menyetujui Syarat dan Ketentuan dan Kebijakan Privasi.'),
  ).toBeVisible()
  await page.goto('/kelas?type=premium')
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Full-Stack Web dari Nol sampai Online' }).click()
  await expect(
    page.getByText('Dengan membeli, kamu menyetujui Syarat dan Ketentuan dan Kebijakan Pengembalian Dana.'),
  ).toBeVisible()
})

test(
  'a user gives and withdraws a consent and files a request, which an admin answers',
  thorough,
  async ({ page, browser }) => {
    const { email, password } = await signUp(page)
    await beSignedIn(page, email, password)
    await page.goto('/student/settings')
    const section = page.getByRole('region', { name: 'Privasi' })
    await expect(section.getByText(/^Disetujui .*, versi \d+$/)).toHaveCount(1)
    await section.getByRole('button', { name: 'Setujui' }).click()
    await section.getByRole('button', { name: 'Tarik' }).click()
    await expect(section.getByText('Tidak disetujui')).toBeVisible()
    await section.getByRole('button', { name: 'Setujui' }).click()
    await expect(section.getByText('Riwayat')).toBeVisible()

    await section.getByLabel('Jenis permintaan').selectOption('Minta informasi atau salinan data')
    await expect(section.getByRole('link', { name: 'Unduh semua datamu sendiri, langsung jadi' })).toBeVisible()
    await section.getByLabel('Permintaanmu').fill('Apa?')
    await section.getByRole('button', { name: 'Kirim permintaan' }).click()
    await expect(section.getByText('Tulis permintaanmu, minimal 10 karakter')).toBeVisible()
    await section.getByLabel('Permintaanmu').fill('Siapa saja yang menerima data tentang saya?')
    await section.getByRole('button', { name: 'Kirim permintaan' }).click()
    await expect(section.getByText('Siapa saja yang menerima data tentang saya?')).toBeVisible()
    await expect(section.getByLabel('Permintaanmu')).toHaveValue('')
    expect(await violations(page)).toEqual([])

    const office = await browser.newContext({ baseURL: new URL(page.url()).origin, serviceWorkers: 'block' })
    const desk = await office.newPage()
    await beSignedIn(desk, 'admin@demo.id')
    await desk.goto('/admin/privacy')
    await expect(desk.getByText(/^Sisa (3 hari|2 hari 23 jam)$/).first()).toBeVisible()
    await desk.getByRole('link', { name: 'Minta informasi atau salinan data' }).first().click()
    await desk.getByRole('button', { name: 'Mulai proses' }).click()
    await expect(desk.getByText('Diproses', { exact: true })).toBeVisible()
    await desk.getByRole('button', { name: 'Kirim jawaban' }).click()
    await expect(desk.getByText('Tulis jawaban untuk orangnya, minimal 10 karakter')).toBeVisible()
    await desk.getByLabel('Jawaban').fill('Hanya penyedia pembayaran, saat kamu membayar.')
    await desk.getByRole('button', { name: 'Kirim jawaban' }).click()
    await expect(desk.getByText('Selesai', { exact: true })).toBeVisible()
    expect(await violations(desk)).toEqual([])
    await office.close()

    await page.reload()
    await expect(section.getByText('Hanya penyedia pembayaran, saat kamu membayar.')).toBeVisible()
  },
)

test('an incident is recorded, shows the time left, and is exported', thorough, async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/privacy/incidents')
  await page.getByRole('link', { name: 'Catat insiden' }).click()
  await page.getByLabel('Judul').fill(`Laptop hilang ${Date.now()}`)
  await page.getByRole('button', { name: 'Catat insiden' }).click()
  await expect(page.getByText('Tulis apa yang terjadi')).toBeVisible()
  await page.getByLabel('Apa yang terjadi').fill('Laptop pengajar hilang di kereta.')
  await page.getByLabel('Data yang terdampak').fill('Nama dan email siswa')
  await page.getByLabel('Orang yang terdampak').fill('24 siswa')
  await page.getByLabel('Tindakan').fill('Sesi diakhiri.')
  await page.getByRole('button', { name: 'Catat insiden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Laptop hilang/ })).toBeVisible()
  await expect(page.getByText(/^Sisa (3 hari|2 hari 23 jam)$/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Alasan tidak perlu memberi tahu').fill('Isinya terenkripsi.')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tidak perlu', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Insiden' }).first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Ekspor CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^insiden-.*\.csv$/)
})

test(
  'an admin previews and publishes a legal text, and the earlier version stays readable',
  thorough,
  async ({ page }) => {
    const words = `Berlaku untuk semua ${Date.now()}`
    await beSignedIn(page, 'admin@demo.id')
    await page.goto('/admin/legal')
    await page.getByRole('link', { name: 'Kebijakan Pengembalian Dana' }).click()
    const text = page.getByRole('textbox', { name: 'Isi' })
    await text.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(` ${words} di {situs}.`)
    await page.getByRole('button', { name: 'Pratinjau' }).click()
    const preview = page.getByRole('dialog', { name: 'Pratinjau Kebijakan Pengembalian Dana' })
    await expect(preview.getByText(`${words} di Cendaki.`)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await preview.getByRole('button', { name: 'Tutup', exact: true }).click()
    await page.getByRole('button', { name: 'Terbitkan versi baru' }).click()
    await expect(page.getByText(/^Versi \d+ terbit\.$/)).toBeVisible()

    await page.goto('/pengembalian-dana')
    await expect(page.getByText(`${words} di Cendaki.`)).toBeVisible()
    await page.goto('/pengembalian-dana?versi=1')
    await expect(page.getByText('Ini versi lama.')).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  },
)
