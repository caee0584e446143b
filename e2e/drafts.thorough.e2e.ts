import type { Page } from '@playwright/test'
import { tinyPng } from '../src/testing/materials/pictures.ts'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, ready, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } })

const offer = (page: Page) => page.getByText(/Ada isian yang belum disimpan dari/)
const unsaved = (page: Page) => page.getByText('Ada perubahan yang belum disimpan.')
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-draft:')))
const save = (page: Page) => page.getByRole('button', { name: 'Simpan', exact: true }).click()

async function goTo(page: Page, path: string) {
  await page.goto(path)
  await ready(page)
}

/** Lets every timer of the drafts fire, with the clock that `signInWithClock` installed. */
const passTimers = (page: Page) => page.clock.fastForward(2_000)

async function signInWithClock(page: Page) {
  await page.clock.install()
  await beSignedIn(page, 'admin@demo.id')
}

const article = (page: Page) => page.getByRole('textbox', { name: /^Isi/ })

/** Opens an existing object of each kind; returns the field that is typed in, and what the save is confirmed with. */
const editors = [
  {
    name: 'course',
    async open(page: Page) {
      await goTo(page, '/admin/course/create')
      await page.getByLabel('Judul').fill('Kelas dengan draf')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { level: 1, name: 'Perbarui Kursus' })).toBeVisible()
    },
    field: (page: Page) => page.getByLabel('Tagline'),
    saved: 'Kursus berhasil diperbarui!',
  },
  {
    name: 'lesson',
    async open(page: Page) {
      await goTo(page, '/admin/courses?sort=-lessons')
      await page
        .getByRole('link', { name: /^Manage/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Add Content' }).click()
      await page.getByLabel('Judul').fill('Materi dengan draf')
      await page.getByLabel('Tipe Konten').selectOption('Artikel')
      await article(page).click()
      await page.keyboard.type('Isi')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { level: 1, name: 'Perbarui Konten' })).toBeVisible()
    },
    field: (page: Page) => page.getByLabel('Judul'),
    saved: 'Konten berhasil diperbarui!',
  },
  {
    name: 'tip',
    async open(page: Page) {
      await goTo(page, '/admin/tip/create')
      await page.getByLabel('Judul').fill(`Tips dengan draf ${Date.now()}`)
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('button', { name: 'Tayangkan' })).toBeVisible()
    },
    field: (page: Page) => page.getByLabel('Ringkasan'),
    saved: 'Tips tersimpan.',
  },
  {
    name: 'section of an e-book',
    async open(page: Page) {
      await goTo(page, '/admin/e-book/create')
      await page.getByLabel('Judul').fill('Buku dengan draf')
      await page.keyboard.press('Control+s')
      for (const [button, label] of [
        ['Tambah modul', 'Judul modul'],
        [/^Tambah topik/, 'Judul topik'],
        [/^Tambah bagian/, 'Judul bagian'],
      ] as const) {
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('dialog').getByLabel(label).fill('Bagian dengan draf')
        await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await expect(article(page)).toBeVisible()
    },
    field: (page: Page) => page.getByLabel('Judul'),
    saved: 'Bagian tersimpan.',
  },
  {
    name: 'settings',
    open: (page: Page) => goTo(page, '/admin/settings'),
    field: (page: Page) => page.getByLabel('Klaim'),
    saved: 'Pengaturan tersimpan.',
  },
]

for (const { name, open, field, saved } of editors)
  test(`Ctrl+S saves and stays, and after it nothing is called unsaved or offered again: ${name}`, async ({ page }) => {
    await signInWithClock(page)
    await open(page)
    await ready(page)
    const input = field(page)
    const before = await input.inputValue()
    const { pathname } = new URL(page.url())
    for (const text of [
      'Ketikan pertama yang disimpan',
      'Ketikan kedua yang disimpan',
      ...(name === 'settings' ? [before] : []),
    ]) {
      await expect(page.getByText(saved)).toBeHidden()
      await input.fill(text)
      // At once, so that the timer of the draft is still running.
      await page.keyboard.press('Control+s')
      await expect(page.getByText(saved)).toBeVisible()
      await expect(page).toHaveURL(pathname)
      await expect(input).toHaveValue(text)
      // The form is the same one: the cursor stays.
      await expect(input).toBeFocused()
      await passTimers(page)
      await expect(unsaved(page)).toBeHidden()
      await expect.poll(() => stored(page)).toEqual([])
    }
    const last = await input.inputValue()
    await page.reload()
    await ready(page)
    await expect(input).toHaveValue(last)
    await expect(offer(page)).toBeHidden()
  })

test('input is saved on the device when the page is left, says so, and is offered again', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  for (const [path, label, text] of [
    ['/admin/course/create', 'Judul', 'Kelas setengah jadi'],
    ['/admin/tip/create', 'Judul', 'Tips setengah jadi'],
    ['/admin/e-book/create', 'Judul', 'Buku setengah jadi'],
  ] as const) {
    await goTo(page, path)
    await page.getByLabel(label).fill(text)
    // Left before the timer of the draft.
    await page.getByRole('complementary', { name: 'Menu admin' }).getByRole('link', { name: 'Overview' }).click()
    const leaving = page.getByRole('alertdialog', { name: 'Perubahan belum disimpan.' })
    await expect(leaving).toContainText('Isianmu tersimpan di perangkat ini')
    await expect(leaving).not.toContainText('hilang')
    await leaving.getByRole('button', { name: 'Tinggalkan' }).click()
    await expect(page).toHaveURL('/admin')
    await goTo(page, path)
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByLabel(label)).toHaveValue(text)
    await page.getByLabel(label).fill('')
    await expect.poll(() => stored(page)).toEqual([])
  }
})

test('a chosen picture cannot be saved on the device, and the question says so; a form without a draft says that input is lost', async ({
  page,
}) => {
  await beSignedIn(page, 'admin@demo.id')
  await goTo(page, '/admin/course/create')
  await page.getByLabel('Judul').fill('Kelas bergambar')
  await page.getByLabel('Thumbnail').setInputFiles({ name: 'sampul.png', mimeType: 'image/png', buffer: tinyPng })
  const leaving = page.getByRole('alertdialog', { name: 'Perubahan belum disimpan.' })
  const overview = page.getByRole('complementary', { name: 'Menu admin' }).getByRole('link', { name: 'Overview' })
  await overview.click()
  await expect(leaving).toContainText('Hanya gambarnya yang perlu dipilih lagi')
  await leaving.getByRole('button', { name: 'Tinggalkan' }).click()

  await goTo(page, '/admin/student/create')
  await page.getByLabel('Nama').fill('Nama')
  await overview.click()
  await expect(leaving).toContainText('Isian yang belum disimpan akan hilang')
  await leaving.getByRole('button', { name: 'Tinggalkan' }).click()

  // A dialog asks only while something would be lost.
  await goTo(page, '/admin/categories')
  await page.getByRole('button', { name: 'Kategori baru' }).click()
  const name = page.getByRole('dialog').getByLabel('Nama')
  await name.fill('Sementara')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Batal' }).click()
  await name.fill('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('signing out asks before unsaved input is lost, and leaves nothing of it on the device', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await goTo(page, '/admin/tip/create')
  const title = page.getByLabel('Judul')
  const logout = page.getByRole('complementary', { name: 'Menu admin' }).getByRole('button', { name: 'Logout' })
  const question = page.getByRole('alertdialog', { name: 'Keluar dari akun?' })
  await title.fill('Tips yang tidak jadi')
  await logout.click()
  const loss = question.getByText('Isian halaman ini yang belum disimpan akan hilang.', { exact: true })
  await expect(loss).toBeVisible()
  await question.getByRole('button', { name: 'Batal' }).click()
  await expect(title).toHaveValue('Tips yang tidak jadi')
  await expect.poll(() => stored(page)).toHaveLength(1)
  await logout.click()
  // Its draft is not named a second time.
  await expect(loss).toBeVisible()
  await question.getByRole('button', { name: 'Keluar' }).click()
  await expect(page).toHaveURL('/auth/sign-in')
  await expect.poll(() => stored(page)).toEqual([])
})

test('signing out of a page of the student area asks about its input before the session ends, and nothing afterwards', async ({
  page,
}) => {
  const { email, password } = await signUp(page)
  await beSignedIn(page, email, password)
  await goTo(page, '/student/resume')
  await page.getByRole('button', { name: 'Ubah CV' }).click()
  const skill = page.getByLabel('Keahlian utama')
  await skill.fill('Penata huruf')
  const logout = page.getByRole('complementary', { name: 'Area siswa' }).getByRole('button', { name: 'Logout' })
  const question = page.getByRole('alertdialog', { name: 'Keluar dari akun?' })
  await logout.click()
  await expect(question).toContainText('Isian halaman ini yang belum disimpan akan hilang.')
  await question.getByRole('button', { name: 'Batal' }).click()
  await expect(skill).toHaveValue('Penata huruf')
  await logout.click()
  await question.getByRole('button', { name: 'Keluar' }).click()
  await expect(page).not.toHaveURL(/resume/)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('the button saves a course and leaves it without a question, and its next visit offers nothing', async ({
  page,
}) => {
  await signInWithClock(page)
  await goTo(page, '/admin/course/create')
  await page.getByLabel('Judul').fill('Kelas dengan tombol')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByRole('link', { name: 'Manage Kelas dengan tombol' }).click()
  await page.getByRole('link', { name: 'Edit Course' }).click()
  await page.getByLabel('Tagline').fill('Sebuah tagline')
  const edit = page.url()
  await save(page)
  await expect(page).toHaveURL('/admin/courses')
  await passTimers(page)
  await expect.poll(() => stored(page)).toEqual([])
  for (const path of [edit, '/admin/course/create']) {
    await goTo(page, path)
    await expect(page.getByLabel('Tagline')).toHaveValue(path === edit ? 'Sebuah tagline' : '')
    await expect(offer(page)).toBeHidden()
  }
})

test.describe('another user meanwhile', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('a settings form keeps what was typed through the dialog of a stale version', async ({ page, context }) => {
    await beSignedIn(page, 'admin@demo.id')
    await goTo(page, '/admin/settings')
    const claim = await page.getByLabel('Klaim').inputValue()
    const other = await context.newPage()
    await goTo(other, '/admin/settings')
    await expect(other.getByLabel('Klaim')).toHaveValue(claim)
    await other.keyboard.press('Control+s')
    await expect(other.getByText('Pengaturan tersimpan.')).toBeVisible()

    await page.getByLabel('Klaim').fill('Klaim yang diketik')
    await save(page)
    await page
      .getByRole('dialog', { name: 'Ada versi yang lebih baru' })
      .getByRole('button', { name: 'Muat ulang' })
      .click()
    await expect(page.getByLabel('Klaim')).toHaveValue(claim)
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByLabel('Klaim')).toHaveValue('Klaim yang diketik')
    await page.getByLabel('Klaim').fill(claim)
    await expect.poll(() => stored(page)).toEqual([])
  })

  test('a tip that another user saved is not overwritten once the page has loaded it again, but own buttons of the page may be used', async ({
    page,
    request,
  }) => {
    const headers = await signInByCall(request, 'admin@demo.id')
    const fields = { summary: 'Sebuah tips untuk mencoba dua penulis pada saat yang sama.', author: 'Admin' }
    const made = { title: `Tips berdua ${Date.now()}`, text: '<p>Isi</p>', ...fields }
    const { data: tip } = await (await request.post('/api/admin/tips', { headers, data: made })).json()
    await beSignedIn(page, 'admin@demo.id')
    await goTo(page, `/admin/tip/edit/${tip._id}`)
    const summary = page.getByLabel('Ringkasan')
    await summary.fill('Ringkasan yang sedang diketik di tab ini.')
    await page.getByRole('button', { name: 'Tayangkan' }).click()
    await expect(page.getByText('Tips tayang.')).toBeVisible()
    // The page has loaded it again.
    await expect(page.getByRole('button', { name: 'Jadikan draf' })).toBeVisible()
    await expect(summary).toHaveValue('Ringkasan yang sedang diketik di tab ini.')
    await save(page)
    await expect(page.getByText('Tips tersimpan.')).toBeVisible()

    await summary.fill('Ringkasan kedua dari tab ini.')
    const other = { ...made, summary: 'Ringkasan dari orang lain, yang tidak boleh hilang.' }
    expect((await request.patch(`/api/admin/tips/${tip._id}`, { headers, data: other })).status()).toBe(200)
    await page.getByRole('button', { name: 'Jadikan draf' }).click()
    await expect(page.getByText('Tips kembali menjadi draf.')).toBeVisible()
    await save(page)
    await expect(page.getByRole('dialog', { name: 'Ada versi yang lebih baru' })).toBeVisible()
  })

  test('restoring an earlier version of a lesson is rejected after another user saved it', async ({
    page,
    context,
  }) => {
    await beSignedIn(page, 'admin@demo.id')
    await editors[1]?.open(page)
    await article(page).click()
    await page.keyboard.type(' kedua')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Konten berhasil diperbarui!')).toBeVisible()
    const other = await context.newPage()
    await goTo(other, page.url())
    await expect(article(other)).toContainText('kedua')
    await article(other).click()
    await other.keyboard.type(' dari orang lain')
    await other.keyboard.press('Control+s')
    await expect(other.getByText('Konten berhasil diperbarui!')).toBeVisible()

    await page.getByRole('button', { name: 'Riwayat versi' }).click()
    await page
      .getByRole('button', { name: /^Lihat versi/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Kembalikan versi ini' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Versi lain sudah tersimpan')
    await other.reload()
    await expect(article(other)).toContainText('dari orang lain')
  })
})

// Phones put a page away without asking it, and a browser does not wait long for a page that is busy.
for (const { event, target } of [
  { event: 'pagehide', target: 'window' },
  { event: 'visibilitychange', target: 'document' },
] as const) {
  test(`what was typed just before ${event} is stored`, async ({ page }) => {
    await signInWithClock(page)
    await goTo(page, '/admin/tip/create')
    // No timer fires from here on.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel('Judul').fill('Tips yang hampir hilang')
    await expect.poll(() => stored(page)).toEqual([])
    await page.evaluate(
      ([type, where]) => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
        ;(where === 'window' ? window : document).dispatchEvent(new Event(type))
      },
      [event, target] as const,
    )
    await expect.poll(() => stored(page)).toHaveLength(1)
  })
}
