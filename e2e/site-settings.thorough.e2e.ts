import type { Page } from '@playwright/test'
import { sidewaysPx } from './axe.ts'
import { beSignedIn, expect, test } from './test.ts'

// An unknown code is rejected by the server. Each test restores the settings.
test.use({ serviceWorkers: 'block', viewport: { width: 320, height: 700 }, expectedConsoleErrors: [/422.*settings/] })

async function openSettings(page: Page) {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' })).toBeVisible()
}

async function save(page: Page) {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/admin/settings') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Simpan' }).click()
  expect((await saved).status()).toBe(200)
}

for (const name of [
  'Lembaga Pelatihan dan Kursus Komputer Nusantara Jaya Abadi 2',
  'Lembagapelatihankomputernusantarajayaabadisejahterabersama12',
]) {
  test(`a name of 60 characters fits at 320 px and appears at once (${name.includes(' ') ? 'words' : 'one word'})`, async ({
    page,
  }) => {
    expect(name).toHaveLength(60)
    await openSettings(page)
    await page.getByLabel('Nama situs').fill(name)
    await save(page)
    await expect(page).toHaveTitle(new RegExp(name))
    await expect(page.getByRole('banner').getByText(name)).toBeAttached()
    for (const path of ['/admin/settings', '/', '/auth/sign-in', '/privasi', '/kelas']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect([path, await sidewaysPx(page)]).toEqual([path, 0])
      const menu = page.getByRole('banner').getByRole('button', { name: /menu/i })
      await expect(menu).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/admin/settings')
    await page.getByLabel('Nama situs').fill('Cendaki')
    await save(page)
    await page.goto('/admin/audit?action=settings.saved')
    await expect(page.getByText(`nama: ${name} menjadi Cendaki`).first()).toBeVisible()
  })
}

test('an announcement can be plain, and an unknown code is rejected with a link that creates it', async ({
  page,
  context,
}) => {
  await openSettings(page)
  const code = page.getByLabel('Kode promo', { exact: true })
  await code.fill('LEBARAN27')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Kode promo ini belum ada')).toBeVisible()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Buat kode LEBARAN27' }).click()
  const promo = await opened
  await expect(promo.getByRole('dialog').getByLabel('Kode', { exact: true })).toHaveValue('LEBARAN27')
  await promo.close()

  await page.getByLabel('Dengan harga dan kode promo').uncheck()
  await page.getByLabel('Teks', { exact: true }).fill('Libur Lebaran')
  await save(page)
  await page.goto('/kelas')
  const bar = page.getByRole('region', { name: 'Pengumuman' })
  await expect(bar).toContainText('Libur Lebaran')
  await expect(bar).not.toContainText('Rp')

  await page.goto('/admin/settings')
  await page.getByLabel('Teks', { exact: true }).fill("TODAY'S SALE")
  await page.getByLabel('Dengan harga dan kode promo').check()
  await save(page)
})

test('an accent colour and a logo show on every page without a flash, can be corrected to a legible colour, and reset', async ({
  page,
}) => {
  await openSettings(page)
  const accent = page.getByLabel('Warna aksen', { exact: true })
  await accent.fill('#f59e0b')
  await accent.blur()
  await expect(page.getByText(/Kontras di tema terang .* minimal 4,5 : 1\. Coba #[0-9a-f]{6}\./)).toBeVisible()
  await page.getByRole('button', { name: /^Pakai #/ }).click()
  await expect(page.getByText(/Kontras 4,5 : 1 di tema terang/)).toBeVisible()
  const chosen = await accent.inputValue()
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/api/uploads'))
  await page
    .getByRole('group', { name: 'Logo' })
    .locator('input[type=file]')
    .setInputFiles('src/web/site/public/icons/icon-512.png')
  expect((await uploaded).status()).toBe(201)
  await expect(page.getByRole('button', { name: 'Hapus gambar' })).toBeVisible()
  // The page is loaded again, so that its own styles are new.
  const reloaded = page.waitForEvent('load')
  await save(page)
  await reloaded

  const accentOf = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-nila'))
  for (const path of ['/', '/auth/sign-in', '/admin/settings']) {
    // Without scripts in the way: the styles are in the document.
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(accentOf, path).toBe(chosen)
    await expect(page.locator('svg:has(> .logo-tile)').first()).toHaveCSS(
      'background-image',
      /\/uploads\/[0-9a-f-]+-320\.webp/,
    )
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => accentOf()).not.toBe(chosen)
  expect((await page.request.get('/icons/icon-192.png')).headers()['cache-control']).toContain('must-revalidate')

  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Kembalikan warna bawaan' }).click()
  await page.getByRole('button', { name: 'Hapus gambar' }).click()
  const reset = page.waitForEvent('load')
  await save(page)
  await reset
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => accentOf()).toBe('#3547b4')
  await expect(page.locator('#brand')).toHaveCount(0)
})
