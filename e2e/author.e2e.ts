import type { Page } from '@playwright/test'
import { pixelBomb, svgPicture, tinyPng } from '../src/testing/materials/pictures.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from './axe.ts'
import { beSignedIn, expect, ready, signIn, test, thorough } from './test.ts'

// Staff pages do not work offline, and installing the service worker takes a fifth of the CPU time of a visit.
test.use({ serviceWorkers: 'block' })

const twoMegabytes = 2 * 1024 * 1024
const png = (name = 'sampul.png', buffer: Buffer = tinyPng) => ({ name, mimeType: 'image/png', buffer })

async function fillCourse(page: Page, title: string) {
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Thumbnail').setInputFiles(png())
  await page.getByLabel('Tagline').fill(`${title}, dari nol`)
  await page.getByLabel('Deskripsi').fill('Kelas pendek untuk mencoba menerbitkan sesuatu.')
  await page.getByLabel('Yang akan dipelajari').fill('Menulis halaman pertama\nMenayangkannya')
  await page.getByLabel('Kategori').selectOption('JavaScript')
  await page.getByLabel('Harga').pressSequentially('200000')
  await page.getByLabel('Diskon (%)').fill('50')
}

for (const { who, width } of [
  { who: 'pengajar', width: 360 },
  { who: 'admin', width: 1280 },
]) {
  test.describe(`as ${who}, at ${width} px`, width === 1280 ? thorough : {}, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a course is created and published, and every page involved is accessible', async ({ page }) => {
      const title = `Terbit cepat ${who}`
      await beSignedIn(page, `${who}@demo.id`)
      await page.goto('/admin/courses')
      await ready(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Kelas', exact: true })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'New Course' }).click()
      await fillCourse(page, title)
      if (who === 'admin') await page.getByLabel('Instruktur').selectOption('Raka Wiratmaja (pengajar@demo.id)')
      await expect(page.getByLabel('Harga')).toHaveValue('200.000')
      for (const [typed, hint, paid] of [
        ['33,5', 'Dibaca 34%.', '132.000'],
        ['abc', '“abc” bukan angka: tersimpan sebagai 0%, tanpa diskon.', '200.000'],
        [' 50 %', 'Dibaca 50%.', '100.000'],
      ] as const) {
        await page.getByLabel('Diskon (%)').fill(typed)
        await expect(page.getByLabel('Diskon (%)')).toHaveAccessibleDescription(hint)
        await expect(page.getByText(new RegExp(`Siswa membayar Rp\\s${paid}`))).toBeVisible()
      }
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Buat Kursus' }).click()
      await expect(page.getByText('Kursus berhasil dibuat!')).toBeVisible()
      await expect(page).toHaveURL('/admin/courses')
      // It comes first, whatever the order of the list, and says what comes next.
      const first = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader') })
        .first()
      await expect(first).toContainText(title)
      await expect(first.getByText('Baru', { exact: true })).toBeVisible()
      await expect(first.getByRole('link', { name: `Isi materi ${title}` })).toHaveAttribute('href', /\/create$/)

      await page.getByRole('link', { name: `Manage ${title}` }).click()
      await expect(page.getByText('Tidak ada konten')).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Add Content' }).click()
      await page.getByLabel('Judul').fill('Perkenalan')
      await page.getByLabel('Tipe Konten').selectOption('Video')
      await page.getByLabel('YouTube ID').fill('https://www.youtube.com/watch?v=DHjqpvDnNGE&t=3')
      await expect(page.getByLabel('YouTube ID')).toHaveValue('DHjqpvDnNGE')
      await expect(page.getByRole('button', { name: /Putar video/ })).toBeVisible()
      await page.getByLabel('Preview').check()
      await page.getByRole('button', { name: 'Buat Konten' }).click()
      await expect(page.getByRole('link', { name: 'Perkenalan', exact: true })).toBeVisible()

      await page.getByRole('link', { name: 'Add Content' }).click()
      await page.getByLabel('Judul').fill('Langkah pertama')
      await page.getByLabel('Tipe Konten').selectOption('Artikel')
      const editor = page.getByRole('textbox', { name: 'Isi Artikel' })
      await editor.click()
      await page.getByLabel('Gaya paragraf').selectOption('Judul bagian')
      await page.keyboard.type('Mulai dari sini')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Tebal' }).click()
      await page.keyboard.type('Penting')
      await page.getByRole('button', { name: 'Sisipkan tabel' }).click()
      for (const head of ['Alat', 'Harga', 'Tempat']) {
        await page.keyboard.type(head)
        await page.keyboard.press('Tab')
      }
      await page.getByLabel('Pilih gambar artikel').setInputFiles(png('papan-tulis.png'))
      const picture = editor.getByRole('img', { name: 'papan tulis' })
      await expect(picture).toBeVisible()
      // The save bar covers a part of what is behind it.
      await picture.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Buat Konten' }).click()
      await expect(page.getByRole('link', { name: 'Langkah pertama', exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'Naikkan Langkah pertama' }).click()
      await expect(page.getByRole('list', { name: 'Daftar materi' }).getByRole('listitem').first()).toContainText(
        'Langkah pertama',
      )
      await page.getByRole('link', { name: 'Preview', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Langkah pertama' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Mulai dari sini' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(page.getByRole('heading', { name: 'Perkenalan' })).toBeVisible()
      await page.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(page.getByRole('heading', { name: 'Langkah pertama' })).toBeVisible()

      await page.goto('/kelas/javascript?sort=newest')
      const card = page.getByRole('article').filter({ hasText: title })
      await expect(card).toContainText(/Rp\s100\.000/)
      await expect(card.locator('img')).toHaveAttribute('src', /^\/uploads\//)
      await expect(card).toContainText('Raka Wiratmaja')
      await card.getByRole('link').first().click()
      await expect(page.getByRole('region', { name: 'Yang akan dipelajari' })).toContainText('Menayangkannya')
    })
  })
}

test.describe('an invalid thumbnail', () => {
  test.use({ expectedConsoleErrors: [/422|413|ERR_|blob:/] })

  test(
    'shows an error at its field, from the browser or the server, and no other input is lost',
    thorough,
    async ({ page }) => {
      await beSignedIn(page, 'pengajar@demo.id')
      await page.goto('/admin/course/create')
      await ready(page)
      await fillCourse(page, 'Sampul bermasalah')
      const field = page.getByLabel('Thumbnail')
      const submit = page.getByRole('button', { name: 'Buat Kursus' })
      const cases: [string, Parameters<typeof field.setInputFiles>[0], string][] = [
        [
          'no picture',
          { name: 'catatan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
          'File harus berupa gambar (JPEG, PNG)',
        ],
        [
          'SVG',
          { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svgPicture) },
          'File harus berupa gambar (JPEG, PNG)',
        ],
        [
          '2 MB + 1 byte',
          png('besar.png', Buffer.concat([tinyPng, Buffer.alloc(twoMegabytes + 1 - tinyPng.length)])),
          'Ukuran gambar maksimal 2MB',
        ],
        ['two files', [png('a.png'), png('b.png')], 'Unggah tepat satu gambar'],
        [
          'HTML renamed',
          png('halaman.png', Buffer.from('<html><script>alert(1)</script></html>')),
          'File harus berupa gambar (JPEG, PNG)',
        ],
        [
          'pixel bomb',
          png('bom.png', Buffer.from(pixelBomb())),
          'Gambar terlalu besar untuk diolah. Perkecil dulu, idealnya 1280×720',
        ],
        ['none', [], 'Thumbnail wajib diunggah'],
      ]
      for (const [name, files, message] of cases) {
        await field.setInputFiles(files)
        await submit.click()
        await expect(page.getByText(message), name).toBeVisible()
        await expect(page).toHaveURL('/admin/course/create')
      }
      await expect(page.getByLabel('Judul')).toHaveValue('Sampul bermasalah')
      await field.setInputFiles(png())
      await submit.click()
      await expect(page).toHaveURL('/admin/courses')
    },
  )
})

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 800 }, expectedConsoleErrors: [/422.*\/status/] })

  test(
    'a draft requires only a title, publishing validates it, and leaving an unsaved form asks for confirmation',
    thorough,
    async ({ page }) => {
      await beSignedIn(page, 'admin@demo.id')
      await page.goto('/admin/course/create')
      await ready(page)
      await page.getByLabel('Judul').fill('Kelas yang ditunda')
      await page.getByRole('link', { name: 'Kelas', exact: true }).first().click()
      await page
        .getByRole('alertdialog', { name: 'Perubahan belum disimpan.' })
        .getByRole('button', { name: 'Tetap di sini' })
        .click()
      await page.getByRole('button', { name: 'Save as Draft' }).click()
      await expect(page.getByText('Draf tersimpan.')).toBeVisible()
      await page.getByRole('link', { name: 'Manage Kelas yang ditunda' }).click()
      await page.getByRole('button', { name: 'Tayangkan' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Belum bisa ditayangkan' })).toContainText(
        'Kategori wajib dipilih',
      )
    },
  )

  test(
    'content pasted from Word and Google Docs is cleaned, and a previous version can be restored',
    thorough,
    async ({ page }) => {
      await beSignedIn(page, 'pengajar@demo.id')
      await page.goto('/admin/courses?sort=-lessons')
      await page
        .getByRole('link', { name: /^Manage/ })
        .first()
        .click()
      await page.getByRole('link', { name: 'Add Content' }).click()
      await page.getByLabel('Judul').fill('Tempelan')
      await page.getByLabel('Tipe Konten').selectOption('Artikel')
      const editor = page.getByRole('textbox', { name: 'Isi Artikel' })
      await editor.click()
      const paste = (html: string) =>
        editor.evaluate((element, text) => {
          const data = new DataTransfer()
          data.setData('text/html', text)
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        }, html)
      await paste(
        '<html xmlns:o="x"><head><style>p.MsoNormal{mso-style:1}</style></head><body><!--StartFragment--><p class="MsoNormal" style="color:red"><b>Dari Word</b><o:p></o:p></p><p class="MsoListParagraph"><span style="mso-list:Ignore">·&nbsp;&nbsp;</span>satu</p><p class="MsoListParagraph"><span style="mso-list:Ignore">·</span>dua</p></body></html>',
      )
      await paste(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Dari </span><span style="font-weight:700">Docs</span></p></b>',
      )
      await page.getByRole('button', { name: 'Buat Konten' }).click()
      await page.getByRole('link', { name: 'Tempelan', exact: true }).click()
      const html = async () => (await editor.innerHTML()).replaceAll(/<br[^>]*>/g, '')
      await expect.poll(html).toMatch(/<p><strong>Dari Word<\/strong><\/p><ul[^>]*><li><p>satu<\/p><\/li><li><p>dua/)
      await expect.poll(html).toContain('Dari <strong>Docs</strong>')
      await expect.poll(html).not.toMatch(/style=|Mso|docs-internal/)

      await editor.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Isi yang baru')
      await page.getByRole('button', { name: 'Simpan' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
      await page.getByRole('link', { name: 'Tempelan', exact: true }).click()
      await page.getByRole('button', { name: 'Riwayat versi' }).click()
      await page.getByRole('button', { name: /^Lihat versi/ }).click()
      await page.getByRole('button', { name: 'Kembalikan versi ini' }).click()
      await expect(editor).toContainText('Dari Word')
      await page.getByRole('link', { name: 'Detail kelas' }).click()
      await page.getByRole('button', { name: 'Delete Tempelan' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click()
      await expect(page.getByText('Konten berhasil dihapus')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Tempelan', exact: true })).toBeHidden()
    },
  )
})

test.describe('two users at once', thorough, () => {
  test.use({ viewport: { width: 1280, height: 800 }, expectedConsoleErrors: [/409/] })

  test('the second save is rejected as stale, overwrites nothing, and the draft text can be restored', async ({
    page,
    browser,
  }) => {
    test.slow()
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto('/admin/course/create')
    await ready(page)
    await page.getByLabel('Judul').fill('Kelas berdua')
    await page.getByRole('button', { name: 'Save as Draft' }).click()
    await page.getByRole('link', { name: 'Manage Kelas berdua' }).click()
    await page.getByRole('link', { name: 'Add Content' }).click()
    await page.getByLabel('Judul').fill('Materi berdua')
    await page.getByLabel('Tipe Konten').selectOption('Artikel')
    await page.getByRole('textbox', { name: 'Isi Artikel' }).click()
    await page.keyboard.type('Awal')
    await page.getByRole('button', { name: 'Buat Konten' }).click()
    await expect(page.getByRole('link', { name: 'Materi berdua', exact: true })).toBeVisible()
    const detail = page.url()

    const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await beSignedIn(other, 'admin@demo.id')
    await other.goto(new URL(detail).pathname)
    for (const who of [page, other]) {
      await who.getByRole('link', { name: 'Edit Course' }).click()
      await expect(who.getByLabel('Judul')).toHaveValue('Kelas berdua')
    }
    await other.getByLabel('Judul').fill('Kelas dari admin')
    await other.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(other).toHaveURL('/admin/courses')
    await page.getByLabel('Tagline').fill('Tagline yang panjang dan susah diingat')
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Ada versi yang lebih baru' })).toContainText(
      'Versi lain sudah tersimpan',
    )
    await expect(page.getByLabel('Tagline')).toHaveValue('Tagline yang panjang dan susah diingat')
    await expect(page.getByRole('link', { name: 'Buka versi terbaru di tab baru' })).toBeVisible()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Muat ulang' }).click()
    await expect(page.getByLabel('Judul')).toHaveValue('Kelas dari admin')

    for (const who of [page, other]) {
      await who.goto(detail)
      await who.getByRole('link', { name: 'Materi berdua', exact: true }).click()
      await who.getByRole('textbox', { name: 'Isi Artikel' }).click()
      await who.keyboard.press('Control+A')
      await who.keyboard.type(who === page ? 'Tulisan pengajar' : 'Tulisan admin')
    }
    await other.getByRole('button', { name: 'Simpan', exact: true }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await page.getByRole('alertdialog', { name: 'Gagal update konten.' }).getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Muat ulang' }).click()
    await expect(page.getByRole('textbox', { name: 'Isi Artikel' })).toContainText('Tulisan admin')
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByRole('textbox', { name: 'Isi Artikel' })).toContainText('Tulisan pengajar')
    await other.context().close()
  })
})

test(
  'an instructor sees figures, enrols a student and sees the student in the list; CSV files are checked before the import',
  thorough,
  async ({ page }) => {
    await signIn(page, 'pengajar@demo.id')
    await expect(page.getByText('Total Transaction')).toBeVisible()
    await page.getByRole('link', { name: '7 hari' }).click()
    await expect(page).toHaveURL('/admin?days=7')
    await page.getByText('Lihat tabel').first().click()
    const table = page.getByRole('region', { name: 'Tabel Penjualan' })
    await expect(table.getByRole('row', { name: /\d{4}/ }).first()).toBeVisible()
    await expect(table.getByRole('cell', { name: /^Rp\s0$/ })).toHaveCount(0)
    const plot = page.getByRole('slider', { name: 'Materi diselesaikan per hari' })
    await plot.focus()
    const today = await plot.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowLeft')
    await expect(plot).not.toHaveAttribute('aria-valuetext', today ?? '')
    await expect(plot).toContainText((await plot.getAttribute('aria-valuetext')) ?? '')
    await expectAccessibleAtBothWidths(page)

    await page.goto('/admin/courses?sort=title')
    await page
      .getByRole('link', { name: /^Manage/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Add Student' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Student' })
    await expect(dialog.getByLabel('Kirim email pemberitahuan')).toBeChecked()
    await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
    await dialog.getByLabel('Email', { exact: true }).fill('tidak-ada@contoh.id')
    await dialog.getByRole('button', { name: 'Tambah siswa' }).click()
    await expect(page.getByText('Kalau alamat ini punya akun, siswanya ditambahkan.')).toBeVisible()
    const file = {
      name: 'siswa.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email\nadmin@demo.id\nbukan email\n'),
    }
    await dialog.getByLabel('Berkas CSV').setInputFiles(file)
    await expect(dialog.getByText('1 dari 2 baris bisa ditambahkan.')).toBeVisible()
    await expectAccessibleAtBothWidths(page)
    await dialog.getByRole('button', { name: 'Tambahkan 1 siswa' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: '1 siswa ditambahkan.' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Cari siswa' }).fill('admin')
    await expect(page.getByRole('rowheader', { name: /Admin Cendaki/ })).toBeVisible()
    await expectAccessibleAtBothWidths(page)
  },
)
