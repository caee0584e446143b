import { rmSync } from 'node:fs'
import { startOidcServer, type OidcServer } from '../src/testing/oidc-server.ts'
import { freePort, startProduct, untilReady, type ProductProcess } from '../src/testing/processes/product-process.ts'
import { expectAccessible } from './axe.ts'
import { expect, ready, test } from './test.ts'

// A product that is configured for a provider of another make, beside those of the other tests.
const dataDir = '.data/e2e-oidc'
let product: ProductProcess
let provider: OidcServer

test.use({
  serviceWorkers: 'block',
  expectedConsoleErrors: [/status of (403|409|422|503)/],
})

test.beforeAll(async () => {
  test.setTimeout(120_000)
  rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  provider = await startOidcServer(`${origin}/auth/oidc`)
  product = await startProduct({
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DEMO: 'off',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.client_id,
    OIDC_CLIENT_SECRET: provider.client.client_secret,
    OIDC_LABEL: 'Akun Kantor',
  })
  await untilReady(product)
})

test.afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.exited
  await provider.close()
})

test('people of an organisation sign in with its account, join an account that they have with its password, and part again', async ({
  page,
}) => {
  test.slow()
  const enter = page.getByRole('button', { name: 'Masuk dengan Akun Kantor' })
  const { origin } = product
  const open = async (path: string) => {
    await page.goto(origin + path)
    await ready(page)
  }
  /** The provider keeps a session of its own. */
  const be = async (sub: string, claims: Record<string, unknown>) => {
    await page.context().clearCookies()
    provider.be(sub, claims)
  }
  const signOut = async () => {
    await page.getByRole('button', { name: /^Akun/ }).first().click()
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page.getByRole('button', { name: /^Akun/ })).toHaveCount(0)
  }

  await be('rina', { email: 'rina@kantor.contoh.id', email_verified: true, name: 'Rina Hartati' })
  await open('/auth/sign-in?next=%2Fstudent%2Fsettings')
  await expectAccessible(page)
  await enter.click()
  await expect(page).toHaveURL(`${origin}/student/settings`)
  const section = page.getByRole('region', { name: 'Akun organisasi' })
  await expect(section).toContainText('buat password dulu')
  await open('/')
  await signOut()

  const person = { name: 'Budi Santoso', email: 'budi@kantor.contoh.id', password: 'teh-melati-9' }
  expect((await page.request.post(`${origin}/api/sign-up`, { data: person })).status()).toBe(201)
  await be('budi', { email: person.email, email_verified: true, name: 'Budi S.' })
  await open('/auth/sign-in')
  await enter.click()
  const password = page.getByLabel('Password akun', { exact: true })
  await expect(password).toBeVisible()
  await expectAccessible(page)
  await password.fill('bukan-passwordnya')
  await page.getByRole('button', { name: 'Hubungkan' }).click()
  await expect(page.getByText('Password salah')).toBeVisible()
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Hubungkan' }).click()
  await expect(page).toHaveURL(`${origin}/`)
  await open('/student/settings')
  await section.getByRole('button', { name: 'Putuskan akun organisasi' }).click()
  await section.getByLabel('Password akun', { exact: true }).fill(person.password)
  await section.getByRole('button', { name: 'Putuskan', exact: true }).click()
  await expect(page.getByText('Akun organisasi diputuskan.')).toBeVisible()
  await expect(section).toHaveCount(0)
  await open('/')
  await signOut()

  await be('siti', { email: 'siti@kantor.contoh.id', email_verified: false, name: 'Siti' })
  await open('/auth/sign-in')
  await enter.click()
  // The sign-in page has an alert of its own, which is empty: the answer is on the page after it.
  await expect(page).toHaveURL(/\/auth\/oidc\?/)
  await expect(page.getByRole('alert').filter({ hasText: 'belum' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Kembali ke halaman masuk' }).click()
  await expect(enter).toBeVisible()
})
