import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { stages } from './stages.ts'

export const demoPassword = 'belajar123'

/** The product that this worker has to itself. */
export const stageOf = ({ parallelIndex }: { parallelIndex: number }) => stages[parallelIndex] ?? stages[0]!

type Fixtures = {
  /** Messages in the browser's console that a test expects, such as the 401 of a wrong password. */
  expectedConsoleErrors: RegExp[]
}

/** Every test fails on a console error it did not expect. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs.
  baseURL: async ({}, use, info) => use(stageOf(info).origin),
  expectedConsoleErrors: [[], { option: true }],
  page: async ({ page, expectedConsoleErrors }, use) => {
    const unexpected: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      const text = `${message.text()} (${message.location().url})`
      if (!expectedConsoleErrors.some((pattern) => pattern.test(text))) unexpected.push(text)
    })
    page.on('pageerror', (error) => unexpected.push(String(error.stack ?? error)))
    await use(page)
    expect(unexpected, 'console errors').toEqual([])
  },
})

export { expect }

/** React has taken over: buttons do what they say. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'))
}

/** The line is back, also for the service worker, which hears of it a moment later. */
export async function goOnline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  for (const worker of context.serviceWorkers()) {
    await expect
      .poll(() =>
        worker.evaluate(async () =>
          fetch('/api/health')
            .then(({ ok }) => ok)
            .catch(() => false),
        ),
      )
      .toBe(true)
  }
}

let people = 0

export async function signUp(page: Page, { name = 'Sari Dewi' }: { name?: string } = {}): Promise<{ email: string; password: string }> {
  const email = `sari${Date.now()}${++people}@contoh.id`
  const password = 'teh-melati-9'
  await page.goto('/auth/sign-up')
  await ready(page)
  await page.getByLabel('Nama').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Berhasil Daftar Silahkan Login')).toBeVisible()
  return { email, password }
}

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/auth/sign-in')
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

/** Opens the page of a course that is for sale, found as a visitor would find it. */
export async function openPaidCourse(page: Page, title: string): Promise<void> {
  await page.goto('/kelas?type=premium')
  await page.getByRole('main').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await ready(page)
}

export const sandboxDialog = (page: Page) => page.getByRole('dialog', { name: 'Pembayaran Sandbox' })
