import type { Page } from '@playwright/test'
import { sidewaysPx, violations, wide } from './axe.ts'
import { openBook, saveOffline } from './offline-copies.ts'
import { expect, ready, test } from './test.ts'

// Checks each theme of the reader once; `npm run audit` checks every theme at every width, and more dialogs.
const views = wide
  ? ['kertas', 'sepia', 'malam'].flatMap((theme) => [360, 1280].map((width) => ({ theme, width })))
  : [
      { theme: 'kertas', width: 360 },
      { theme: 'sepia', width: 1280 },
      { theme: 'malam', width: 360 },
    ]

/** Keys pressed before a dialog has closed go to the dialog. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

for (const { theme, width } of views) {
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })
    test.beforeEach(({ page }) =>
      page.addInitScript((theme) => localStorage.setItem('cendaki-reader', `${theme} ukuran-5 longgar`), theme),
    )

    test(`the reader in ${theme} at ${width} px has no violation and does not scroll sideways`, async ({ page }) => {
      test.slow(wide)
      await openBook(page)
      expect(await violations(page)).toEqual([])
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
      await expect(page.getByRole('button', { name: 'Lanjut', exact: true })).toBeVisible()
      expect(await violations(page), 'at the end of a section').toEqual([])
      await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: 'Tampilan' }).click()
      await expect(page.getByRole('dialog', { name: 'Tampilan' })).toBeVisible()
      expect(await violations(page), 'the display settings').toEqual([])
      if (!wide) return

      await closeDialog(page)
      await page.keyboard.press('b')
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByLabel('Cari di e-book ini').fill('commit')
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/temuan/)
      expect(await violations(page), 'the search').toEqual([])
      await closeDialog(page)
      await page.keyboard.press('i')
      await expect(page.getByRole('dialog', { name: 'Daftar isi' })).toBeVisible()
      expect(await violations(page), 'the contents').toEqual([])
      await closeDialog(page)
      await page.getByRole('button', { name: 'Tanda dan catatan' }).click()
      await expect(page.getByRole('dialog').getByLabel('Catatan')).toBeVisible()
      expect(await violations(page), 'the marks').toEqual([])
      await closeDialog(page)
      await saveOffline(page)
      await page.goto('/tips/membaca-pesan-galat')
      await ready(page)
      await saveOffline(page)
      await page.goto('/offline')
      await ready(page)
      await expect(page.getByRole('link', { name: /^Git Tanpa Panik/ })).toBeVisible()
      expect(await violations(page), 'the saved copies').toEqual([])
      await expect.poll(() => sidewaysPx(page), 'the saved copies').toBeLessThanOrEqual(0)
    })

    if (!wide) return

    test(`a locked section in ${theme} at ${width} px has no violation and does not scroll sideways`, async ({
      page,
    }) => {
      await openBook(page, 'Kata di Layar: UX Writing Bahasa Indonesia')
      expect(await violations(page)).toEqual([])
      await page.getByRole('link', { name: /^Buka semua dengan/ }).click()
      await expect(page.getByRole('heading', { name: 'Bagian ini terkunci.' })).toBeVisible()
      expect(await violations(page)).toEqual([])
      await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0)
    })

    test.describe('an e-book that does not exist', () => {
      test.use({ expectedConsoleErrors: [/404/] })
      test(`has no violation in ${theme} at ${width} px`, async ({ page }) => {
        await page.goto('/e-book/00000000-0000-7000-8000-000000000000')
        await ready(page)
        expect(await violations(page)).toEqual([])
      })
    })
  })
}

for (const path of wide ? ['/e-books?q=zzzz', '/tips?q=zzzz', '/tips?tag=umkm', '/offline'] : []) {
  for (const [width, colorScheme] of [
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    test.describe(`${path}, ${width} px`, () => {
      test.use({ viewport: { width, height: 800 }, colorScheme })
      test('has no violation and does not scroll sideways', async ({ page }) => {
        await page.goto(path)
        await ready(page)
        expect(await violations(page)).toEqual([])
        await expect.poll(() => sidewaysPx(page)).toBeLessThanOrEqual(0)
      })
    })
  }
}
