import type { Page } from '@playwright/test'
import { expect, ready } from './test.ts'

export async function controlledByServiceWorker(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  const untilControlled = (timeout: number) =>
    page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout })
  // Chromium sometimes leaves a page without control that was loaded while the worker was installed, until it is loaded again.
  await untilControlled(10_000).catch(() => page.reload())
  await untilControlled(30_000)
}

/** Resolves when the lazily loaded code that updates offline copies listens to `online` events. Not for the reader and the player, which listen, too. */
export async function offlineSyncReady(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await expect
    .poll(async () => {
      const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' })
      const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
      return listeners.some(({ type }) => type === 'online')
    })
    .toBe(true)
  await devtools.detach()
}

/** Opens an e-book from the list, waits until the service worker controls the page, and returns the path. */
export async function openBook(page: Page, title = 'Git Tanpa Panik'): Promise<string> {
  await page.goto('/e-books')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByText(/^Bagian 1 dari/)).toBeVisible()
  await ready(page)
  await controlledByServiceWorker(page)
  return new URL(page.url()).pathname
}

export async function saveOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simpan offline' }).click()
  const question = page.getByRole('alertdialog', { name: 'Simpan untuk offline?' })
  await expect(question).toContainText(/\d+ [KM]B/)
  await question.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
}
