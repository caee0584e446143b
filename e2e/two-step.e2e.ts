import type { APIRequestContext, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { violations } from './axe.ts'
import { signInByCall, type Headers } from './staff-calls.ts'
import { expect, ready, signIn, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

/** The code in an authenticator app; `offset` counts 30-second steps from now. Each step is accepted once, and one step ahead. */
const codeOf = (secret: string, offset = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offset * 30_000 })

const twoSteps = (page: Page) => page.getByRole('region', { name: 'Verifikasi dua langkah' })

/** Switches two-step sign-in on. Other sessions of the user have no fresh proof afterwards. */
async function enableByApi(request: APIRequestContext, headers: Headers): Promise<{ secret: string }> {
  const { data } = await (await request.post('/api/me/two-step/totp', { headers })).json()
  const confirmed = await request.post('/api/me/two-step/totp/confirm', {
    headers,
    data: { code: codeOf(data.secret) },
  })
  expect(confirmed.status()).toBe(200)
  return { secret: data.secret }
}

/** A new member of staff, created by the demo admin. */
async function createStaff(request: APIRequestContext, role: 'admin' | 'instructor') {
  const headers = await signInByCall(request, 'admin@demo.id')
  const account = { name: 'Staf Baru', email: `${role}${Date.now()}@contoh.id`, password: 'teh-melati-9', role }
  expect((await request.post('/api/admin/students', { headers, data: account })).status()).toBe(201)
  return account
}

async function fillPassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Masuk', exact: true }).click()
}

test.describe('two-step sign-in', () => {
  test.use({ expectedConsoleErrors: [/status of 401/] })

  test('is set up with an app and recovery codes, and then asked for at every sign-in', thorough, async ({ page }) => {
    const person = await signUp(page)
    await signIn(page, person.email, person.password)
    await page.goto('/student/settings')
    await ready(page)
    const section = twoSteps(page)
    await section.getByRole('button', { name: 'Aktifkan' }).click()
    await expect(section.getByRole('img', { name: 'Kode QR' })).toBeVisible()
    const secret = (await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
    expect(await violations(page)).toEqual([])
    await section.getByLabel('Kode dari aplikasi').fill(codeOf(secret.replaceAll(' ', '')).replace(/^.../, '$& '))
    await section.getByRole('button', { name: 'Aktifkan' }).click()

    const codes = section.getByRole('list', { name: 'Kode pemulihan' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [recoveryCode = ''] = await codes.allTextContents()
    expect(await violations(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Unduh' }).click()
    expect((await downloading).suggestedFilename()).toBe('kode-pemulihan.txt')
    await expect(section.getByRole('button', { name: 'Selesai' })).toBeDisabled()
    await section.getByLabel('Kode ini sudah kusimpan').check()
    await section.getByRole('button', { name: 'Selesai' }).click()
    await expect(section.getByText('Kode pemulihan tersisa: 10')).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.goto('/auth/sign-in')
    await ready(page)
    await fillPassword(page, person)
    const second = twoSteps(page)
    await expect(second.getByLabel('Kode dari aplikasi')).toBeFocused()
    expect(await violations(page)).toEqual([])
    await second.getByLabel('Kode dari aplikasi').fill('000000')
    await second.getByRole('button', { name: 'Verifikasi' }).click()
    await expect(second.getByText('Kode salah atau sudah dipakai')).toBeVisible()
    await second.getByRole('button', { name: 'Kembali' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Masuk', exact: true }).click()
    await second.getByLabel('Kode dari aplikasi').fill(codeOf(secret.replaceAll(' ', ''), 1))
    await second.getByRole('button', { name: 'Verifikasi' }).click()
    await page.waitForURL('/')

    await page.evaluate(() => localStorage.clear())
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/kelas')
    await ready(page)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await fillPassword(page, person)
    await dialog.getByRole('button', { name: 'Pakai kode pemulihan' }).click()
    await expect(dialog.getByLabel('Kode pemulihan')).toBeFocused()
    await dialog.getByLabel('Kode pemulihan').fill(recoveryCode)
    await dialog.getByRole('button', { name: 'Verifikasi' }).click()
    await expect(page.getByRole('button', { name: 'Akun Sari' })).toBeVisible()
  })
})

test('a passkey is added, signs in alone, and is removed', thorough, async ({ page, baseURL }) => {
  // Browsers bind passkeys to a host name and accept no IP address.
  const origin = baseURL?.replace('127.0.0.1', 'localhost') ?? ''
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const person = await signUp(page)
  await page.goto(`${origin}/auth/sign-in`)
  await ready(page)
  await fillPassword(page, person)
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/student/settings`)
  await ready(page)
  const section = page.getByRole('region', { name: 'Passkey' })
  await section.getByRole('button', { name: 'Tambah passkey' }).click()
  await expect(section.getByLabel('Nama passkey')).toBeFocused()
  await section.getByLabel('Nama passkey').fill('Laptop Sari')
  await section.getByRole('button', { name: 'Lanjut' }).click()
  await expect(section.getByText('Laptop Sari')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin}/auth/sign-in`)
  await ready(page)
  await page.getByRole('button', { name: 'Masuk dengan passkey' }).click()
  await page.waitForURL(`${origin}/`)
  await page.goto(`${origin}/student/settings`)
  await ready(page)
  await expect(section.getByText('terakhir dipakai')).toBeVisible()
  await section.getByRole('button', { name: 'Hapus passkey Laptop Sari' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click()
  await expect(section.getByText('Belum ada passkey.')).toBeVisible()
})

test('passkeys are not offered where the URL has no host name', async ({ page }) => {
  await page.goto('/auth/sign-in')
  await ready(page)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Masuk dengan passkey' })).toBeHidden()
})

test.describe('an action that needs a fresh proof', () => {
  test.use({ expectedConsoleErrors: [/status of 4(03|22)/] })

  test(
    'opens a dialog and is repeated after it: a download, and a form that keeps its input when the dialog is closed',
    thorough,
    async ({ page, request }) => {
      const staff = await createStaff(request, 'admin')
      await signIn(page, staff.email, staff.password)
      // From now on the session of the page has proven the password only.
      const { secret } = await enableByApi(request, await signInByCall(request, staff.email, staff.password))

      await page.goto('/admin/student/create')
      await ready(page)
      await page.getByLabel('Nama').fill('Guru Gamelan')
      await page.getByLabel('Email').fill(`gamelan${Date.now()}@contoh.id`)
      await page.getByLabel('Peran').selectOption('instructor')
      const create = page.getByRole('button', { name: 'Buat akun' })
      await create.click()
      const dialog = page.getByRole('dialog', { name: 'Pastikan ini kamu' })
      await expect(dialog.getByLabel('Kode dari aplikasi')).toBeFocused()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByLabel('Nama')).toHaveValue('Guru Gamelan')

      await create.click()
      await dialog.getByLabel('Kode dari aplikasi').fill('000000')
      await dialog.getByRole('button', { name: 'Lanjut' }).click()
      await expect(dialog.getByText('Kode salah atau sudah dipakai')).toBeVisible()
      await dialog.getByLabel('Kode dari aplikasi').fill(codeOf(secret, 1))
      await dialog.getByRole('button', { name: 'Lanjut' }).click()
      await expect(page.getByText('Akun dibuat.')).toBeVisible()

      await page.goto('/admin/students')
      await ready(page)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Ekspor CSV' }).click()
      expect((await downloading).suggestedFilename()).toMatch(/^pengguna-/)
    },
  )

  test('repeats a download after the dialog', thorough, async ({ page, request }) => {
    const staff = await createStaff(request, 'admin')
    await signIn(page, staff.email, staff.password)
    const { secret } = await enableByApi(request, await signInByCall(request, staff.email, staff.password))
    await page.goto('/admin/transactions')
    await ready(page)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Ekspor CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pastikan ini kamu' })
    await dialog.getByLabel('Kode dari aplikasi').fill(codeOf(secret, 1))
    await dialog.getByRole('button', { name: 'Lanjut' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/^transaksi-/)
  })
})

test.describe('where the site requires two steps of staff', thorough, () => {
  test.use({ expectedConsoleErrors: [/status of 403/] })

  test('they are led to set it up before the admin area opens', async ({ page, request }) => {
    const [owner, instructor] = [await createStaff(request, 'admin'), await createStaff(request, 'instructor')]
    const headers = await signInByCall(request, owner.email, owner.password)
    await enableByApi(request, headers)
    const require = async (isRequired: boolean) => {
      const { data } = await (await request.get('/api/admin/settings', { headers })).json()
      const { updatedAt: _, ...shown } = data
      const saved = await request.put('/api/admin/settings', {
        headers,
        data: { ...shown, staffMustUseTwoSteps: isRequired },
      })
      expect(saved.status()).toBe(200)
    }
    await require(true)
    try {
      await signIn(page, instructor.email, instructor.password)
      await page.waitForURL('/admin/security?wajib')
      await expect(page.getByText('Situs ini mewajibkan verifikasi dua langkah')).toBeVisible()
      expect(await violations(page)).toEqual([])
      const section = twoSteps(page)
      await section.getByRole('button', { name: 'Aktifkan' }).click()
      const secret = (await section.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
      await section.getByLabel('Kode dari aplikasi').fill(codeOf(secret.replaceAll(' ', '')))
      await section.getByRole('button', { name: 'Aktifkan' }).click()
      await section.getByLabel('Kode ini sudah kusimpan').check()
      await section.getByRole('button', { name: 'Selesai' }).click()
      await page.getByRole('link', { name: 'Lanjut ke admin' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    } finally {
      await require(false)
    }
  })
})

test('an admin resets the second steps of a user', thorough, async ({ page, request }) => {
  const person = await signUp(page)
  await enableByApi(request, await signInByCall(request, person.email, person.password))
  const admin = await createStaff(request, 'admin')
  await signIn(page, admin.email, admin.password)
  await page.goto(`/admin/students?q=${encodeURIComponent(person.email)}`)
  await page.getByRole('main').getByRole('link', { name: person.name }).click()
  await page.getByRole('button', { name: 'Reset verifikasi dua langkah' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByText('Verifikasi dua langkah direset.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset verifikasi dua langkah' })).toBeHidden()
})
