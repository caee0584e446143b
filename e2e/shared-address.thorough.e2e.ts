import type { APIRequestContext } from '@playwright/test'
import { expect, ready, signIn, signUp, test } from './test.ts'

// An IP address of its own, as the proxy reports it, so that no other test shares the limit.
const headers = { 'x-forwarded-for': '203.0.113.7' }
test.use({ extraHTTPHeaders: headers, expectedConsoleErrors: [/status of (429|401)/] })

/** Uses up the attempts of the IP address. */
async function useUpAttempts(request: APIRequestContext): Promise<void> {
  const statuses: number[] = []
  while (!statuses.includes(429)) {
    const data = { email: `${crypto.randomUUID()}@contoh.id`, password: 'salah-sekali' }
    statuses.push((await request.post('/api/sign-in', { data, headers })).status())
  }
}

test('a student signs in while wrong passwords from the same IP address are rejected: the browser solves a puzzle', async ({
  page,
  request,
}) => {
  const account = await signUp(page)
  await useUpAttempts(request)
  await signIn(page, account.email, account.password)
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeVisible()
})

test('a wrong password behind a busy address shows the usual error, and what was typed stays', async ({
  page,
  request,
}) => {
  const account = await signUp(page)
  await useUpAttempts(request)
  await page.goto('/auth/sign-in')
  await ready(page)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill('bukan-ini')
  await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
  await expect(page.getByText('Email atau password salah.').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
})
