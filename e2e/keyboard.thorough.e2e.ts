import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startProduct, untilReady } from '../src/testing/processes/product-process.ts'
import { addressesOfEveryPage, type Role } from './every-page.ts'
import { beSignedIn, expect, idle, ready, signIn, test as base } from './test.ts'

// Every button of every page is pressed, and does what it does: these tests have a product of their own.
const test = base.extend<object, { own: string }>({
  own: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright parses the parameter to find required fixtures.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'cendaki-keyboard-'))
      const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on' })
      await untilReady(product)
      await use(product.origin)
      product.child.kill('SIGTERM')
      await product.exited
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ own }, use) => use(own),
  request: async ({ playwright, own }, use) => {
    const request = await playwright.request.newContext({ baseURL: own })
    await use(request)
    await request.dispose()
  },
})

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 }, expectedConsoleErrors: [/./] })
test.describe.configure({ timeout: 900_000 })

const accounts: Record<Role, string | null> = {
  visitor: null,
  student: 'siswa@demo.id',
  instructor: 'pengajar@demo.id',
  admin: 'admin@demo.id',
}

/** Ends the session of what comes after it. */
const left = /^(Keluar|Sign Out|Log Out)/i

/** Requests that have no answer yet. */
function countWaiting(page: Page): () => number {
  const waiting = new Set<object>()
  page.on('request', (request) => void (request.url().includes('/api/') && waiting.add(request)))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return () => waiting.size
}

/** The focused tag; BODY when nothing has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.tagName ?? 'BODY').catch(() => 'BODY')

/** One button of each look and first word: rows of a list repeat theirs, with the name of the row. */
async function listButtons(page: Page, known: ReadonlySet<string>): Promise<string[]> {
  const buttons = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLButtonElement>('button:enabled')]
      .filter(
        (button) =>
          button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !button.closest('[role=toolbar], [inert], .cm-editor'),
      )
      .map((button) => ({ look: button.className, text: button.innerText.trim() || (button.ariaLabel ?? '') })),
  )
  const kinds = new Map<string, string>()
  for (const { look, text } of buttons) {
    const words = text.replaceAll(/\s+/g, ' ')
    const kind = `${look} ${words.split(' ')[0]}`
    if (words !== '' && !left.test(words) && !kinds.has(kind)) kinds.set(kind, words)
  }
  return [...kinds.values()].filter((text) => !known.has(text))
}

const findButton = async (page: Page, text: string) => {
  const handle = await page.evaluateHandle(
    (wanted) =>
      [...document.querySelectorAll<HTMLButtonElement>('button:enabled')].find(
        (button) =>
          button.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !button.closest('[role=toolbar], [inert], .cm-editor') &&
          (button.innerText.trim() || button.getAttribute('aria-label') || '').replaceAll(/\s+/g, ' ') === wanted,
      ) ?? null,
    text,
  )
  return handle.asElement()
}

for (const role of ['visitor', 'student', 'instructor', 'admin'] as const) {
  test(`${role}: the first Tab of every page reaches the link to its content, and no press of a button by keyboard loses the focus`, async ({
    page,
    request,
  }) => {
    const addresses = (await addressesOfEveryPage(request)).filter((address) => address.role === role)
    if (accounts[role]) await beSignedIn(page, accounts[role])
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
    const waiting = countWaiting(page)
    const settled = async () => {
      await idle(page).catch(() => {})
      await expect.poll(waiting).toBe(0)
      await idle(page).catch(() => {})
    }
    /** Answers that arrive later may take a button away, such as the heart of what one owns. */
    const open = async (path: string) => {
      await page.goto(path)
      await ready(page)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await settled()
    }
    const lost: string[] = []
    const note = async (where: string) => {
      await expect
        .poll(() => focused(page), { timeout: 3000 })
        .not.toBe('BODY')
        .catch(() => lost.push(where))
    }
    const known = new Set<string>()
    for (const { path } of addresses) {
      await open(path)
      await page.keyboard.press('Tab')
      await expect.soft(page.locator(':focus'), path).toHaveText('Lewati ke konten', { timeout: 2000 })
      const url = page.url()
      for (const text of await listButtons(page, known)) {
        known.add(text)
        let button = await findButton(page, text)
        if (!button) {
          await open(path)
          button = await findButton(page, text)
        }
        if (!button) continue
        await button.press('Enter').catch(() => {})
        await settled()
        const where = `${path}: ${text}`
        await note(where)
        if (page.url() !== url) {
          if (role !== 'visitor' && page.url().includes('/auth/sign-in')) await signIn(page, accounts[role] ?? '')
          await open(path)
          continue
        }
        if (await page.locator('dialog[open], [role=dialog], [role=alertdialog], [aria-expanded=true]').count()) {
          await page.keyboard.press('Escape')
          await settled()
          await note(`${where}, then Escape`)
          if (await page.locator('dialog[open]').count()) await open(path)
        }
      }
    }
    expect(lost).toEqual([])
  })
}
