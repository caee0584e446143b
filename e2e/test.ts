import { test as base, expect, type Page } from '@playwright/test'
import { fakeBrowserClock } from './clock.ts'
import { openConnection, type Connection } from './connection.ts'
import { productOf } from './products.ts'

export const demoPassword = 'belajar123'

/** For tests of `npm run test:thorough` only: second widths, and cases beyond the main path. A file is thorough by its name, `*.thorough.e2e.ts`. */
export const thorough = { tag: '@thorough' }

/** Console errors of a browser without a connection. */
export const offlineConsoleErrors =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to fetch/

type Network = {
  /** Cuts the connection to the product for pages and service workers of every browser, and sets this test's browser offline. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
}
type Fixtures = {
  network: Network
  /** Console errors that a test expects, such as the 401 of a wrong password. */
  expectedConsoleErrors: RegExp[]
}

/** Every test fails on an unexpected console error. */
export const test = base.extend<Fixtures, { connection: Connection }>({
  browser: async ({ browser }, use) => {
    fakeBrowserClock(browser)
    await use(browser)
  },
  connection: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright parses the parameter to find required fixtures.
    async ({}, use, worker) => {
      const { connectionPort, productPort } = productOf(worker)
      const connection = await openConnection({ port: connectionPort, targetPort: productPort })
      await use(connection)
      await connection.close()
    },
    { scope: 'worker', auto: true },
  ],
  network: [
    async ({ context, connection }, use) => {
      await use({
        async goOffline() {
          await connection.cut()
          await context.setOffline(true)
        },
        async goOnline() {
          await connection.restore()
          await context.setOffline(false)
          // Service workers go online with a delay.
          for (const worker of context.serviceWorkers()) {
            const isReachable = () =>
              worker.evaluate(() =>
                fetch('/api/health').then(
                  ({ ok }) => ok,
                  () => false,
                ),
              )
            await expect.poll(isReachable).toBe(true)
          }
          // Chromium may call a page online that the service worker served offline; then it reports no change.
          // A page that loads by itself at this moment is asked again.
          for (const page of context.pages())
            await expect(() => page.evaluate(() => dispatchEvent(new Event('online')))).toPass()
        },
      })
      await connection.restore()
    },
    { auto: true },
  ],
  /** A client that reaches the product directly, unaffected by the connection of the test. */
  request: async ({ playwright }, use, info) => {
    const request = await playwright.request.newContext({ baseURL: productOf(info).directOrigin })
    await use(request)
    await request.dispose()
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright parses the parameter to find required fixtures.
  baseURL: async ({}, use, info) => use(productOf(info).origin),
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

/** Resolves when React has hydrated the page. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-hydrated'))
}

/** Resolves when the browser is idle, so that effects have run and key listeners are installed. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
}

let people = 0
type Person = { name: string; email: string; password: string }
export const createPerson = (name = 'Sari Dewi'): Person => ({
  name,
  email: `sari${Date.now()}${++people}@contoh.id`,
  password: 'teh-melati-9',
})

/** Creates an account from this browser, without opening a page. */
export async function signUp(page: Page, { name }: { name?: string } = {}): Promise<Person> {
  const person = createPerson(name)
  const response = await page.request.post('/api/sign-up', { data: person })
  expect(response.status()).toBe(201)
  return person
}

/** Signs up as a visitor does. Ends on the sign-in page. */
export async function signUpByForm(page: Page, { name }: { name?: string } = {}): Promise<Person> {
  const person = createPerson(name)
  await page.goto('/auth/sign-up')
  await ready(page)
  await page.getByLabel('Nama').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Daftar', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Berhasil Daftar Silahkan Login')).toBeVisible()
  return person
}

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/auth/sign-in')
  await ready(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  // The address changes before the page does.
  await expect(page.getByRole('main').getByLabel('Password', { exact: true })).toBeHidden()
}

/**
 * The same without the form, for tests of something else: the session is stored as the sign-in page stores it. No page is open afterwards. What
 * signing in takes over from the device (a cart, saved copies) is not.
 */
export async function beSignedIn(page: Page, email: string, password = demoPassword): Promise<void> {
  const response = await page.request.post('/api/sign-in', { data: { email, password } })
  expect(response.status(), await response.text()).toBe(200)
  await page.goto('/robots.txt')
  await page.evaluate(storeSession, (await response.json()).data as { role: string })
}

/** In the page: as src/web/identity/session does. */
async function storeSession(session: { role: string }): Promise<void> {
  const toPromise = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB refused'))
    })
  const opening = indexedDB.open('cendaki', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
  const database = await toPromise(opening)
  const keys = () => database.transaction('keys', 'readwrite').objectStore('keys')
  let key = await toPromise<CryptoKey | undefined>(keys().get('session'))
  if (!key) {
    key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
    await toPromise(keys().add(key, 'session'))
  }
  database.close()
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(session))
  const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
  const stored = btoa(String.fromCharCode(...iv, ...bytes))
  const isStaff = session.role === 'admin' || session.role === 'instructor'
  for (const name of ['session', isStaff ? 'admin-session' : 'student-session']) localStorage.setItem(name, stored)
}

/** Resolves when the home page of a new student has read everything. A request that the server meets after a sign-out is a 401, which is a console error. */
export const homeLoaded = (page: Page): Promise<void> => expect(page.getByText('Belum ada kelas aktif.')).toBeVisible()

export const sandboxDialog = (page: Page) => page.getByRole('dialog', { name: 'Pembayaran Sandbox' })
