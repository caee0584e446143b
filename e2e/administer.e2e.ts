import type { Page } from '@playwright/test'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, demoPassword, expect, idle, ready, test, thorough } from './test.ts'

// Staff pages do not work offline, and installing the service worker takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

// One end-to-end test per admin page. Each test restores shared data.

const asAdmin = (page: Page) => beSignedIn(page, 'admin@demo.id')
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const confirm = (page: Page, button: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: button }).click()

test(
  'users: an account is created, disabled and enabled, and the audit log shows the actor',
  thorough,
  async ({ page }) => {
    const email = `guru${Date.now()}@contoh.id`
    await asAdmin(page)
    await page.goto('/admin/students')
    await page.getByRole('link', { name: 'New Student' }).click()
    // The list before has a field with such a label too.
    await expect(page.getByRole('heading', { level: 1, name: 'Buat akun' })).toBeVisible()
    await page.getByLabel('Nama').fill('Gu')
    await page.getByRole('button', { name: 'Buat akun' }).click()
    await expect(page.getByText('Nama minimal 3 karakter')).toBeVisible()
    await page.getByLabel('Nama').fill('Guru Wijaya')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('kopi-susu-12')
    await page.getByLabel('Peran').selectOption('instructor')
    await page.getByRole('button', { name: 'Buat akun' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Guru Wijaya' })).toBeVisible()
    await page.getByRole('button', { name: 'Nonaktifkan akun' }).click()
    await confirm(page, 'Nonaktifkan')
    await page.getByRole('button', { name: 'Aktifkan akun' }).click()
    await expect(page.getByRole('button', { name: 'Nonaktifkan akun' })).toBeVisible()

    await page.goto('/admin/students')
    await page.getByLabel('Cari nama atau email').fill(email)
    await expect(page).toHaveURL(/q=guru/)
    await expect(page.getByText('1 orang', { exact: true })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Ekspor hasil (CSV)' }).click()
    expect((await download).suggestedFilename()).toMatch(/^pengguna-.*\.csv$/)

    await page.goto('/admin/audit?action=user.disabled')
    await expect(row(page, /Akun dinonaktifkan/).first()).toContainText('Guru Wijaya')
  },
)

test('settings: the announcement changes on the public page immediately, and an invalid value shows an error at its field', async ({
  page,
}) => {
  await asAdmin(page)
  await page.goto('/admin/settings')
  const text = page.getByLabel('Teks', { exact: false })
  await page.getByLabel('Bagian instruktur (%)').fill('170')
  await text.fill('PROMO HARI INI')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Bagian instruktur 0–100 persen')).toBeVisible()
  await page.getByLabel('Bagian instruktur (%)').fill('70')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Pengaturan tersimpan.')).toBeVisible()
  const home = await page.request.get('/')
  expect(await home.text()).toContain('PROMO HARI INI')

  await text.fill("TODAY'S SALE")
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('TODAY&#x27;S SALE')
})

test('leaving unsaved settings asks for confirmation', thorough, async ({ page }) => {
  await asAdmin(page)
  await page.goto('/admin/settings')
  await page.getByLabel('Klaim').fill('Belum disimpan')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Kelas( \d+ menunggu)?$/ })
    .click()
  await confirm(page, 'Tetap di sini')
  await expect(page).toHaveURL(/\/admin\/settings/)
  await expect(page.getByLabel('Klaim')).toHaveValue('Belum disimpan')
})

test('categories: one is created, renamed, moved by button and by handle, and deleted', thorough, async ({ page }) => {
  const name = `Data ${Date.now()}`
  await asAdmin(page)
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Kategori baru' }).click()
  await page.getByLabel('Nama').fill(name)
  await expect(page.getByText(`Alamatnya: /kelas/${name.toLowerCase().replace(' ', '-')}`)).toBeVisible()
  await page.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('button', { name: `Ubah ${name}` }).click()
  await page.getByLabel('Nama').fill(`${name} Baru`)
  await page.getByRole('button', { name: 'Simpan' }).click()
  const rows = page.getByRole('list', { name: 'Daftar kategori' }).getByRole('listitem')
  const last = rows.last()
  await page.getByRole('button', { name: `Naikkan ${name} Baru` }).click()
  await expect(last).toContainText('Digital Marketing')
  const saved = page.waitForResponse((response) => response.url().endsWith('/category-order') && response.ok())
  await page.getByRole('button', { name: `Seret ${name} Baru` }).focus()
  const count = await rows.count()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${name} Baru di urutan ${count - 1}.`)).toBeAttached()
  await idle(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(`${name} Baru di urutan ${count}.`)).toBeAttached()
  await page.keyboard.press('Space')
  await saved
  await page.reload()
  await expect(last).toContainText(`${name} Baru`)
  await page.getByRole('button', { name: `Hapus ${name} Baru` }).click()
  await confirm(page, 'Hapus')
  await expect(page.getByText('Kategori dihapus.')).toBeVisible()
  await expect(page.getByText(`${name} Baru`)).toHaveCount(0)
})

test(
  'e-books: structure, text and picture are created, ordered, published and readable',
  thorough,
  async ({ page }) => {
    await asAdmin(page)
    await page.goto('/admin/e-book/create')
    await page.getByLabel('Judul').fill('Panduan Menulis Kode')
    await page.getByLabel('Deskripsi').fill('Cara menulis kode yang enak dibaca.')
    await page.getByRole('button', { name: 'Buat e-book' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Panduan Menulis Kode' })).toBeVisible()

    await addPart(page, 'Tambah modul', 'Judul modul', 'Dasar')
    await addPart(page, 'Tambah topik ke modul Dasar', 'Judul topik', 'Mulai')
    for (const title of ['Kedua', 'Pertama']) {
      await addPart(page, 'Tambah bagian ke topik Mulai', 'Judul bagian', title)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.getByRole('textbox', { name: 'Isi' }).click()
      await page.keyboard.type(`Isi bagian ${title}. `)
      await page.getByRole('button', { name: 'Tebal' }).click()
      await page.keyboard.type('Penting.')
      if (title === 'Pertama') {
        await page
          .getByLabel('Pilih gambar artikel')
          .setInputFiles({ name: 'gambar.png', mimeType: 'image/png', buffer: picture })
        await expect(page.getByRole('textbox', { name: 'Isi' }).locator('img')).toHaveCount(1)
      }
      // Waits until the message of the previous section is hidden, so that the next one belongs to this section.
      await expect(page.getByText('Bagian tersimpan.')).toBeHidden()
      await page.getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Bagian tersimpan.')).toBeVisible()
      await page.getByRole('link', { name: 'Struktur e-book' }).click()
    }

    await page.getByRole('button', { name: 'Naikkan bagian Pertama' }).click()
    await expect(page.getByRole('button', { name: 'Naikkan bagian Pertama' })).toBeDisabled()
    await page.getByRole('button', { name: 'Tayangkan' }).click()
    await expect(page.getByText('E-book tayang.')).toBeVisible()

    const id = page.url().split('/').at(-1)
    const { data } = await (await page.request.get(`/api/ebook/${id}`)).json()
    const sections = data.modules[0].topics[0].sections
    expect(sections.map((section: { heading: string }) => section.heading)).toEqual(['Pertama', 'Kedua'])
    expect(sections[0].content).toMatch(/<p>Isi bagian Pertama\. <strong>Penting\.<\/strong>.*<img src="\/uploads\//s)

    await page.getByRole('button', { name: 'Hapus', exact: true }).click()
    await confirm(page, 'Hapus')
    await expect(page).toHaveURL(/\/admin\/e-books$/)
  },
)

test('e-books: a module is dragged by mouse and by keyboard', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await asAdmin(page)
  await page.goto('/admin/e-book/create')
  await page.getByLabel('Judul').fill('Urutan')
  await page.getByRole('button', { name: 'Buat e-book' }).click()
  for (const title of ['Satu', 'Dua', 'Tiga']) await addPart(page, 'Tambah modul', 'Judul modul', title)
  const titles = () =>
    page
      .getByRole('button', { name: /^Seret modul/ })
      .evaluateAll((handles) => handles.map((handle) => handle.ariaLabel?.split(' ').at(-1)))
  const saved = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok())
  await page.getByRole('button', { name: 'Seret modul Tiga' }).hover()
  await page.mouse.down()
  await page.getByRole('button', { name: 'Seret modul Dua' }).hover()
  await page.getByRole('button', { name: 'Seret modul Satu' }).hover()
  await page.mouse.up()
  await saved
  await expect.poll(titles).toEqual(['Tiga', 'Satu', 'Dua'])

  const savedAgain = page.waitForResponse((response) => response.url().endsWith('/order') && response.ok())
  await page.getByRole('button', { name: 'Seret modul Tiga' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('modul Tiga diangkat.')).toBeAttached()
  await idle(page)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('modul Tiga di atas modul Satu.')).toBeAttached()
  await page.keyboard.press('Space')
  await savedAgain
  await expect.poll(titles).toEqual(['Satu', 'Tiga', 'Dua'])
})

test('tips: one is created, published and listed on the public page', thorough, async ({ page }) => {
  const title = `Tips ${Date.now()}`
  await asAdmin(page)
  await page.goto('/admin/tip/create')
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Ringkasan').fill('Singkat saja.')
  await page.getByLabel('Tag').fill('menulis, kode')
  await page.getByRole('textbox', { name: 'Isi' }).click()
  await page.keyboard.type('Tulis yang perlu saja.')
  await page.getByRole('button', { name: 'Simpan draf' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await (await page.request.get('/api/tips')).text()).not.toContain(title)
  await page.getByRole('button', { name: 'Tayangkan' }).click()
  await expect(page.getByText('Tips tayang.')).toBeVisible()
  expect(await (await page.request.get('/tips')).text()).toContain(title)
  await page.getByRole('button', { name: 'Hapus', exact: true }).click()
  await confirm(page, 'Hapus')
  await expect(page).toHaveURL(/\/admin\/tips$/)
})

test(
  'certificates: one is revoked with a reason, and its public API returns it as invalid',
  thorough,
  async ({ page }) => {
    const certificateId = await earnCertificate(page)
    await asAdmin(page)
    await page.goto('/admin/certificates')
    await page
      .getByRole('button', { name: /^Cabut sertifikat/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Cabut sertifikat', exact: true }).click()
    await expect(page.getByText('Alasan minimal 3 karakter')).toBeVisible()
    await page.getByLabel('Alasan').fill('Diambil alih orang lain')
    await page.getByRole('button', { name: 'Cabut sertifikat', exact: true }).click()
    await expect(row(page, /Lulus Cepat/).getByText('Dicabut', { exact: true })).toBeVisible()
    expect((await (await page.request.get(`/api/certificates/${certificateId}`)).json()).data.valid).toBe(false)
    await expect(row(page, /Lulus Cepat/).getByRole('button')).toHaveCount(0)
    await page.route(/\/api\/admin\/certificates(\?|$)/, async (route) => {
      const response = await route.fetch()
      const asRefunded = (certificate: object) => ({ ...certificate, isFinal: false })
      const { data, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, data: data.map(asRefunded) } })
    })
    await page.reload()
    await row(page, /Lulus Cepat/)
      .getByRole('button', { name: 'Cabut permanen sertifikat Lulus Cepat' })
      .click()
    await expect(page.getByRole('dialog')).toContainText('berlaku lagi kalau kelasnya dibeli lagi')
  },
)

test(
  'reviews: one is hidden with a reason, is gone from its course, and is shown again',
  thorough,
  async ({ page }) => {
    await asAdmin(page)
    await page.goto('/admin/reviews')
    const hide = page.getByRole('button', { name: /^Sembunyikan ulasan/ }).first()
    const author = ((await hide.textContent()) ?? '').replace('Sembunyikan ulasan ', '')
    const mine = row(page, new RegExp(author)).first()
    const course = (await mine.getByRole('link').getAttribute('href')) ?? ''
    const reviewsOfCourse = async () =>
      (await page.request.get(`/api/courses/${course.split('/').at(-1)}/reviews?limit=100`)).json()
    const before = (await reviewsOfCourse()).meta.total
    await hide.click()
    await page.getByRole('button', { name: 'Sembunyikan', exact: true }).click()
    await expect(page.getByText('Alasan minimal 3 karakter')).toBeVisible()
    await page.getByLabel('Alasan').fill('Berisi iklan')
    await page.getByRole('button', { name: 'Sembunyikan', exact: true }).click()
    await expect(mine).toContainText('Berisi iklan')
    expect((await reviewsOfCourse()).meta.total).toBe(before - 1)

    await mine.getByRole('button', { name: /^Tampilkan lagi/ }).click()
    await page.getByRole('dialog').getByLabel('Alasan').fill('Ternyata bukan iklan')
    await page.getByRole('dialog').getByRole('button', { name: 'Tampilkan lagi' }).click()
    await expect(mine.getByRole('button', { name: /^Sembunyikan ulasan/ })).toBeVisible()
    expect((await reviewsOfCourse()).meta.total).toBe(before)
    await page.goto('/admin/audit?action=review.hidden')
    await expect(row(page, /Ulasan disembunyikan/).first()).toContainText('Berisi iklan')
  },
)

test('mails: an admin reads a kept mail and sends it again', thorough, async ({ page }) => {
  const email = `surat${Date.now()}@contoh.id`
  await page.request.post('/api/sign-up', { data: { name: 'Penerima Surat', email, password: demoPassword + 'x' } })
  await asAdmin(page)
  await page.goto(`/admin/mails?q=${email}`)
  await expect(page.getByText('1 email', { exact: true })).toBeVisible()
  // Without a mail server it is kept within seconds; the page does not update by itself.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table').getByText('Disimpan di server')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
  await page.getByRole('button', { name: 'Kirim ulang' }).click()
  await confirm(page, 'Kirim ulang')
  await expect(page.getByText(/dikirim ulang|antrean/i).first()).toBeVisible()
  await page.goto('/admin/mails?q=bukan-siapa-siapa')
  await expect(page.getByText(/Tidak ada|Belum ada/).first()).toBeVisible()
})

test.describe('an instructor', () => {
  test('is denied admin pages and does not see them in the menu', async ({ page }) => {
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin')
    await ready(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Overview' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Pengguna' })).toHaveCount(0)
    for (const path of ['/admin/students', '/admin/settings', '/admin/audit', '/admin/e-books']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeVisible()
    }
  })
})

async function addPart(page: Page, button: string, label: string, title: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByLabel(label).fill(title)
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** A new student completes a free course through the API and gets a certificate. */
async function earnCertificate(page: Page): Promise<string> {
  const email = `lulus${Date.now()}@contoh.id`
  await page.request.post('/api/sign-up', { data: { name: 'Lulus Cepat', email, password: demoPassword + 'x' } })
  const headers = await signInByCall(page.request, email, demoPassword + 'x')
  const { data: courses } = await (await page.request.get('/api/courses?type=free&limit=1')).json()
  const courseId = courses[0]._id
  await page.request.post(`/api/courses/${courseId}/enroll`, { headers })
  const { data: course } = await (await page.request.get(`/api/courses/${courseId}`, { headers })).json()
  for (const lesson of course.details)
    await page.request.put(`/api/courses/${courseId}/content/${lesson._id}/completion`, { headers })
  const issued = await page.request.post(`/api/courses/${courseId}/certificate`, {
    headers,
    data: { name: 'Lulus Cepat' },
  })
  return (await issued.json()).data._id
}

/** A PNG of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
