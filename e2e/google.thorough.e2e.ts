import type { Page } from '@playwright/test'
import { expect, homeLoaded, ready, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

/** Opens the sign-in page and, by one press, the offer of Google in which an account is chosen. */
async function openChooser(page: Page): Promise<Page> {
  await page.goto('/auth/sign-in')
  await ready(page)
  await expect(page.getByText('Dengan membuat akun lewat Google, kamu menyetujui')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  return opened
}

test('Sign in with Google signs in with a sandbox account, and the second time to the same user', async ({ page }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|data:|blob:)/.test(request.url())) outside.push(request.url())
  })
  for (let visit = 1; visit <= 2; visit++) {
    const chooser = await openChooser(page)
    await expect(chooser.getByRole('heading', { name: 'Pilih akun' })).toBeVisible()
    await chooser.getByRole('button', { name: /Gita Gunung/ }).click()
    const account = page.getByRole('button', { name: 'Akun Gita' })
    await expect(account).toBeVisible()
    await expect(page).toHaveURL('/')
    await homeLoaded(page)
    await account.click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(account).toBeHidden()
  }
  expect(outside).toEqual([])
})

test('whoever closes the offer of Google opens it again with the button, which has the focus', async ({ page }) => {
  await (await openChooser(page)).close()
  const button = page.getByRole('button', { name: 'Sign in with Google', exact: true })
  await expect(button).toBeFocused()
  const opened = page.waitForEvent('popup')
  await button.click()
  await expect((await opened).getByRole('heading', { name: 'Pilih akun' })).toBeVisible()
})

test('the settings require a password before Google is unlinked', async ({ page }) => {
  const chooser = await openChooser(page)
  await chooser.getByRole('button', { name: /Gita Gunung/ }).click()
  await expect(page.getByRole('button', { name: 'Akun Gita' })).toBeVisible()
  await page.goto('/student/settings')
  const section = page.getByRole('region', { name: 'Akun Google' })
  await expect(section).toContainText('buat password dulu')
  await expect(section.getByRole('button')).toHaveCount(0)
})

test.describe('a failure', () => {
  test.use({ expectedConsoleErrors: [/status of 40[14]|Failed to load resource/] })

  test('of Google shows the error message of the page or dialog', async ({ page }) => {
    await page.route('**/sandbox/google/gsi/client', (route) => route.abort())
    await page.goto('/auth/sign-in')
    await ready(page)
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(page.getByText('Login dengan Google gagal')).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/')
    await ready(page)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in with Google' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Invalid Credentials' })
    await expect(alert).toContainText('The email or password you entered is incorrect. Please try again.')
    await alert.getByRole('button', { name: 'OK' }).click()
  })
})
