import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { apiAs } from './courses.ts'
import { linkInMail } from './outbox.ts'
import { cover } from './staff-calls.ts'
import { beSignedIn, expect, ready, sandboxDialog, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

const look = async (page: Page, width: number) => page.setViewportSize({ width, height: 800 })

// In the demo people may apply, and first courses are looked at.
test('a student applies, is accepted, sends a first course in, mends what is remarked, and sells it once it is approved', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  // Three people, and a form of every kind.
  test.slow()
  const title = `Melukis cat air ${Date.now()}`

  const person = await signUp(page, { name: 'Rani Kusuma' })
  await page.goto(await linkInMail(person.email, 'verify-email', /http\S+#token=[\w-]+/))
  await expect(page.getByText('Email terkonfirmasi. Terima kasih!')).toBeVisible()
  await beSignedIn(page, person.email, person.password)
  await page.goto('/jadi-instruktur')
  await ready(page)
  await page.getByLabel('Satu kalimat tentangmu').fill('Pelukis cat air, tujuh tahun mengajar di sanggar.')
  await page
    .getByLabel('Pengalamanmu dan apa yang mau kamu ajarkan')
    .fill('Aku mengajar melukis untuk pemula setiap akhir pekan, dan mau merekam kelasnya.')
  await page.getByRole('checkbox').first().check()
  await expectAccessible(page, 'applying, at 360 px')
  await page.getByRole('button', { name: 'Ajukan diri' }).click()
  await expect(page.getByRole('heading', { name: 'Pengajuanmu sedang dibaca' })).toBeVisible()

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const admin = await context.newPage()
  await beSignedIn(admin, 'admin@demo.id')
  await admin.goto('/admin')
  await admin.getByRole('link', { name: /pengajuan instruktur menunggu keputusan/ }).click()
  await admin.getByRole('button', { name: 'Terima Rani Kusuma' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Terima' }).click()
  await expect(admin.getByText('Diterima. Orangnya dikabari.')).toBeVisible()

  await look(page, 1280)
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Buat kelas pertama' }).click()
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Tagline').fill('Dari sapuan pertama')
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible()
  await page.getByRole('link', { name: title }).first().click()
  const missing = page.getByRole('region', { name: 'Sebelum diajukan' })
  await expect(missing).toContainText('Belum: Unggah thumbnail')
  await expectAccessible(page, 'the checklist, at 1280 px')
  const courseId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const teacher = await apiAs(request, person.email, person.password)
  for (const lesson of ['Alat dan bahan', 'Sapuan pertama'])
    await teacher('POST', '/courses/content/create', { courseId, title: lesson, type: 'text', text: '<p>Isi</p>' })

  await page.getByRole('link', { name: 'Edit Course' }).click()
  await page.getByLabel('Deskripsi').fill('Belajar melukis dengan cat air dari nol.')
  await page.getByLabel('Kategori').selectOption({ index: 1 })
  await page.getByLabel('Harga').fill('150000')
  await page.getByLabel('Yang akan dipelajari').fill('Mencampur warna')
  await page.getByLabel('Thumbnail').setInputFiles(cover)
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Kursus berhasil diperbarui!')).toBeVisible()
  await page.goto(`/admin/course/detail/${courseId}`)
  await expect(missing).toContainText('Semuanya lengkap')
  await page.getByRole('button', { name: 'Ajukan' }).click()
  await expect(page.getByRole('heading', { name: 'Sedang diperiksa' })).toBeVisible()
  expect((await request.get(`/api/courses/${courseId}/overview`)).status()).toBe(404)

  await admin.goto('/admin')
  await admin.getByRole('link', { name: /kelas menunggu diperiksa/ }).click()
  await expect(admin.getByRole('table', { name: 'Daftar kelas yang diajukan' })).toContainText('Rani Kusuma')
  await expectAccessible(admin, 'the courses that wait')
  await admin.getByRole('link', { name: `Periksa ${title}` }).click()
  await admin.getByRole('button', { name: 'Kembalikan dengan catatan' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Kembalikan dengan catatan' })
  await dialog.getByRole('button', { name: 'Kirim catatan' }).click()
  await expect(dialog.getByLabel('Yang perlu diperbaiki')).toHaveAccessibleDescription(/minimal 3 karakter/)
  await dialog.getByLabel('Tempat').selectOption('Sapuan pertama')
  await dialog.getByLabel('Yang perlu diperbaiki').fill('Fotonya buram.')
  await expectAccessible(admin, 'the dialog of remarks')
  await dialog.getByRole('button', { name: 'Kirim catatan' }).click()
  await expect(admin.getByText('Catatan terkirim. Kelas kembali menjadi draf.')).toBeVisible()

  await look(page, 360)
  await page.reload()
  await expect(page.getByText('1 catatan', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the remarked course, at 360 px')
  await page.getByRole('link', { name: 'Sapuan pertama', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Catatan pemeriksaan' })).toContainText('Fotonya buram.')
  await expectAccessible(page, 'the remarked lesson, at 360 px')
  await page.getByLabel('Judul').fill('Sapuan pertama yang jelas')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('Konten berhasil diperbarui!')).toBeVisible()
  await page.goto(`/admin/course/edit/${courseId}`)
  await page.getByRole('button', { name: 'Simpan dan ajukan' }).click()
  await expect(page.getByText('Kelas diajukan. Kami kabari begitu selesai diperiksa.')).toBeVisible()

  await admin.reload()
  await admin.getByRole('button', { name: 'Setujui' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).click()
  await expect(admin.getByText('Kelas tayang. Instrukturnya dikabari.')).toBeVisible()
  await context.close()

  const shop = await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block' })
  const buyer = await shop.newPage()
  const student = await signUp(buyer)
  await beSignedIn(buyer, student.email, student.password)
  await buyer.goto(`/kelas/details/${courseId}`)
  await ready(buyer)
  await buyer.getByRole('button', { name: 'Beli Kelas' }).first().click()
  await sandboxDialog(buyer).getByRole('button', { name: 'Bayar', exact: true }).click()
  await buyer.waitForURL(/\/start/)
  await shop.close()
})
