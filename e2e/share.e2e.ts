import type { Page } from '@playwright/test'
import { expect, ready, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const opened: { what: string; title: string; open: (page: Page) => Promise<void> }[] = [
  {
    what: 'a course',
    title: 'Kelas JavaScript lewat Proyek Kecil',
    async open(page) {
      await page.goto('/kelas?type=free')
      await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
    },
  },
  {
    what: 'an e-book',
    title: 'E-book Git Tanpa Panik',
    async open(page) {
      await page.goto('/e-books')
      await page.getByRole('main').getByRole('link', { name: 'Git Tanpa Panik' }).click()
    },
  },
]

for (const [index, { what, title, open }] of opened.entries()) {
  test(
    `${what} is shared by WhatsApp, a copied link, or the sharing sheet of the device`,
    index === 0 ? {} : thorough,
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      // The test browser has no sharing sheet.
      await page.addInitScript(() => {
        const calls: ShareData[] = []
        Object.assign(globalThis, { shared: calls })
        Object.defineProperty(navigator, 'share', {
          value(data: ShareData) {
            calls.push(data)
            return Promise.resolve()
          },
        })
      })
      await open(page)
      await ready(page)
      const share = page.getByRole('button', { name: 'Bagikan' })
      await share.click()
      const dialog = page.getByRole('dialog', { name: 'Bagikan' })
      await expect(dialog.getByText(title)).toBeVisible()

      const pageUrl = new URL(page.url())
      const url = pageUrl.origin + pageUrl.pathname
      await expect(dialog.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
        'href',
        `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
      )
      await dialog.getByRole('button', { name: 'Salin tautan' }).click()
      await expect(dialog.getByText('Tautan disalin.')).toBeVisible()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url)

      await dialog.getByRole('button', { name: 'Aplikasi lain' }).click()
      await expect(dialog).toBeHidden()
      await expect(share).toBeFocused()
      await expect
        .poll(() => page.evaluate(() => Reflect.get(globalThis, 'shared') as ShareData[]))
        .toEqual([{ title, url }])
    },
  )
}
