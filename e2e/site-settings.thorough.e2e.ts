import type { Page } from '@playwright/test'
import { expect, signIn, test } from './test.ts'

// An unknown code is rejected by the server. Each test restores the settings.
test.use({ serviceWorkers: 'block', viewport: { width: 320, height: 700 }, expectedConsoleErrors: [/422.*settings/] })

async function openSettings(page: Page) {
  await signIn(page, 'admin@demo.id')
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Pengaturan' })).toBeVisible()
}

async function save(page: Page) {
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/admin/settings') && response.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Simpan' }).click()
  expect((await saved).status()).toBe(200)
}

for (const name of ['Lembaga Pelatihan dan Kursus Komputer Nusantara Jaya Abadi 2', 'Lembagapelatihankomputernusantarajayaabadisejahterabersama12']) {
  test(`a name of 60 characters fits at 320 px and appears at once (${name.includes(' ') ? 'words' : 'one word'})`, async ({ page }) => {
    expect(name).toHaveLength(60)
    await openSettings(page)
    await page.getByLabel('Nama situs').fill(name)
    await save(page)
    await expect(page).toHaveTitle(new RegExp(name))
    await expect(page.getByRole('banner').getByText(name)).toBeAttached()
    for (const path of ['/admin/settings', '/', '/auth/sign-in', '/privasi', '/kelas']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)]).toEqual([path, 0])
      const menu = page.getByRole('banner').getByRole('button', { name: /menu/i })
      await expect(menu).toBeInViewport({ ratio: 1 })
    }
    await page.goto('/admin/settings')
    await page.getByLabel('Nama situs').fill('Cendaki')
    await save(page)
    await page.goto('/admin/audit?action=settings.saved')
    await expect(page.getByText(`nama: ${name} → Cendaki`).first()).toBeVisible()
  })
}

test('an announcement can be plain, and an unknown code is refused with a link that creates it', async ({ page, context }) => {
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
