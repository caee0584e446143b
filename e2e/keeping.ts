import type { Page } from '@playwright/test'
import { expect, ready } from './test.ts'

export async function lookedAfter(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** What looks after kept things comes after the page itself; from here on it listens. */
export async function keptIsLookedAfter(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/device-host-/.test(name)))
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
}

/** Opens an e-book from the list, and waits until the service worker looks after the page. Its address. */
export async function openBook(page: Page, title = 'Git Tanpa Panik'): Promise<string> {
  await page.goto('/e-books')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByText(/^Bagian 1 dari/)).toBeVisible()
  await ready(page)
  await lookedAfter(page)
  return new URL(page.url()).pathname
}

export async function saveOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  const question = page.getByRole('alertdialog', { name: 'Simpan untuk offline?' })
  await expect(question).toContainText(/\d+ KB/)
  await question.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
}
