import type { Locator, Page } from '@playwright/test'
import { beSignedIn, expect, ready, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

/** The centre, because a pressed button is drawn slightly smaller. */
async function centreOf(button: Locator) {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Presses a button, which takes the focus from the field, and checks that the button stays under the pointer until it is released. */
async function pressAfterLeaving(page: Page, field: Locator, button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const before = await centreOf(button)
  await page.mouse.move(before.x, before.y)
  await page.mouse.down()
  await expect(field).not.toBeFocused()
  // Two frames: whatever the blur changes has been rendered.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const pressed = await centreOf(button)
  expect(pressed.x).toBeCloseTo(before.x, 0)
  expect(pressed.y).toBeCloseTo(before.y, 0)
  await page.mouse.up()
}

test('leaving an invalid field by pressing the submit button does not move the button, in staff forms', async ({
  page,
}) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/course/create')
  await ready(page)
  const price = page.getByLabel('Harga')
  await price.focus()
  await pressAfterLeaving(page, price, page.getByRole('button', { name: 'Buat Kursus' }))
  // The click arrived: the submit validates all fields.
  await expect(page.getByText('Harga harus diisi')).toBeVisible()
  await expect(page.getByText('Judul minimal 5 karakter')).toBeVisible()

  await page.goto('/admin/promo-codes')
  await ready(page)
  await page.getByRole('button', { name: 'Kode baru' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kode promo baru' })
  const code = dialog.getByLabel('Kode', { exact: true })
  await code.fill('x')
  await pressAfterLeaving(page, code, dialog.getByRole('button', { name: 'Simpan' }))
  await expect(dialog.getByText('Kode berisi 3–40 huruf, angka, - atau _')).toBeVisible()
})

test('leaving an invalid field by pressing any button does not move the button, in account forms', async ({ page }) => {
  await page.goto('/auth/sign-up')
  await ready(page)
  const email = page.getByLabel('Email')
  await email.fill('bukan-email')
  await pressAfterLeaving(page, email, page.getByRole('main').getByRole('button', { name: 'Daftar', exact: true }))
  await expect(page.getByText('Nama minimal 3 karakter')).toBeVisible()

  await page.reload()
  await ready(page)
  await email.fill('bukan-email')
  const showPassword = page.getByRole('button', { name: 'Lihat password' })
  await pressAfterLeaving(page, email, showPassword)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
})

test('sign-up offers the address that a misspelt one probably means', async ({ page }) => {
  await page.goto('/auth/sign-up')
  await ready(page)
  const email = page.getByLabel('Email')
  await email.fill('sari@gmial.com')
  await email.press('Tab')
  await page.getByRole('button', { name: 'sari@gmail.com' }).click()
  await expect(email).toHaveValue('sari@gmail.com')
  await expect(email).toBeFocused()
  await expect(page.getByText('Maksudmu')).toBeHidden()
})

test.describe('a form that was saved in another tab meanwhile', () => {
  test.use({ expectedConsoleErrors: [/409/] })

  test('is rejected as stale, and after a reload its input can be restored and saved', async ({ page, context }) => {
    await beSignedIn(page, 'admin@demo.id')
    await page.goto('/admin/tip/create')
    const title = `Tips berdua ${Date.now()}`
    await page.getByLabel('Judul').fill(title)
    await page.getByRole('button', { name: 'Simpan draf' }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

    const other = await context.newPage()
    await other.goto(new URL(page.url()).pathname)
    await other.getByLabel('Penulis').fill('Penulis lain')
    await other.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(other.getByText('Tips tersimpan.')).toBeVisible()

    await page.getByLabel('Ringkasan').fill('Ringkasan saya')
    await page.getByLabel('Tag').fill('satu, dua')
    await page.getByRole('textbox', { name: 'Isi' }).click()
    await page.keyboard.type('Isi saya')
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ada versi yang lebih baru' })
    await expect(dialog).toContainText('Isianmu tersimpan di perangkat ini')
    // The other version is from another tab of the same user.
    await expect(page.getByText('Versi lain sudah tersimpan')).toHaveCount(1)
    await expect(page.getByText('orang lain')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Tetap di sini' }).click()
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: 'Versi lain sudah tersimpan' }),
    ).toBeVisible()
    await expect(page.getByLabel('Ringkasan')).toHaveValue('Ringkasan saya')

    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await dialog.getByRole('button', { name: 'Muat ulang' }).click()
    await expect(page.getByLabel('Penulis')).toHaveValue('Penulis lain')
    await page.getByRole('button', { name: 'Pulihkan' }).click()
    await expect(page.getByLabel('Ringkasan')).toHaveValue('Ringkasan saya')
    await expect(page.getByLabel('Tag')).toHaveValue('satu, dua')
    await expect(page.getByRole('textbox', { name: 'Isi' })).toContainText('Isi saya')
    await expect(page.getByLabel('Penulis')).toHaveValue('Penulis lain')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Tips tersimpan.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Tag')).toHaveValue('satu, dua')
    await expect(page.getByRole('button', { name: 'Pulihkan' })).toBeHidden()
  })
})

test('changing the structure of an e-book keeps what was typed in its details', async ({ page }) => {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/e-book/create')
  await page.getByLabel('Judul').fill('E-book dengan dua formulir')
  await page.getByRole('button', { name: 'Buat e-book' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'E-book dengan dua formulir' })).toBeVisible()
  await page.getByLabel('Deskripsi').fill('Belum disimpan')
  await page.getByRole('button', { name: 'Tambah modul' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Judul modul').fill('Dasar')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('button', { name: 'Seret modul Dasar' })).toBeVisible()
  await expect(page.getByLabel('Deskripsi')).toHaveValue('Belum disimpan')
  await page.getByRole('button', { name: 'Simpan', exact: true }).click()
  await expect(page.getByText('E-book tersimpan.')).toBeVisible()
})
