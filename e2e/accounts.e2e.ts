import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { linkInMail } from './outbox.ts'
import { signInByCall } from './staff-calls.ts'
import {
  beSignedIn,
  createPerson,
  expect,
  homeLoaded,
  offlineConsoleErrors,
  ready,
  signIn,
  signUp,
  signUpByForm,
  test,
  thorough,
} from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const tokenLink = /http\S+#token=[\w-]+/
const accountButton = (page: Page) => page.getByRole('button', { name: /^Akun/ })

test('a user signs up, confirms the address, and resets a forgotten password', async ({ page }) => {
  const { email, password } = await signUpByForm(page, { name: 'Sari Lupa' })
  await page.goto(await linkInMail(email, 'verify-email', tokenLink))
  await expect(page.getByText('Email terkonfirmasi. Terima kasih!')).toBeVisible()
  await expect(page).not.toHaveURL(/token/)

  await signIn(page, email, password)
  await homeLoaded(page)
  await accountButton(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(accountButton(page)).toBeHidden()

  await page.goto('/auth/sign-in')
  await ready(page)
  await page.getByRole('link', { name: 'Lupa password?' }).click()
  // The address changes before the page does, and both have this field.
  await expect(page.getByRole('heading', { level: 1, name: 'Lupa password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Kirim tautan' }).click()
  await expect(page.getByRole('status').getByText('Kalau emailmu terdaftar, tautannya sudah kami kirim.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Lupa password' })).toBeFocused()

  await page.goto(await linkInMail(email, 'reset-password', tokenLink))
  await ready(page)
  await page.getByLabel('Password', { exact: true }).fill('jahe-hangat-3')
  await expect(page).not.toHaveURL(/token/)
  await page.getByRole('button', { name: 'Simpan password' }).click()
  await expect(page.getByText('Password baru tersimpan. Silakan masuk.')).toBeVisible()
  await signIn(page, email, 'jahe-hangat-3')
  await expect(accountButton(page)).toBeVisible()
})

test('the link opened in another browser asks for a new password', thorough, async ({ page, browser }) => {
  const { email } = await signUpByForm(page, { name: 'Sari Ponsel' })
  const phone = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const mobile = await phone.newPage()
  await mobile.goto(await linkInMail(email, 'verify-email', tokenLink))
  await mobile.getByRole('link', { name: 'Buat password' }).click()
  await ready(mobile)
  await mobile.getByLabel('Password', { exact: true }).fill('jahe-hangat-3')
  await mobile.getByRole('button', { name: 'Simpan password' }).click()
  await expect(mobile.getByText('Password baru tersimpan. Silakan masuk.')).toBeVisible()
  await phone.close()
  await signIn(page, email, 'jahe-hangat-3')
  await expect(accountButton(page)).toBeVisible()
})

test.describe('a lost connection', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test('while an address is confirmed offers to try again, and the link still works', thorough, async ({ page }) => {
    const { email } = await signUpByForm(page)
    await page.route('**/api/auth/verify-email', (route) => route.abort(), { times: 1 })
    await page.goto(await linkInMail(email, 'verify-email', tokenLink))
    await expect(page.getByText('Koneksi terputus atau terlalu lambat.')).toBeVisible()
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await expect(page.getByText('Email terkonfirmasi. Terima kasih!')).toBeVisible()
  })
})

test.describe('rejections', () => {
  test.use({ expectedConsoleErrors: [/status of 4(01|22|29)/] })

  test('too many failed sign-ins show a countdown, and the input stays', async ({ page }) => {
    const { email } = createPerson()
    const attempt = { data: { email, password: 'salah-terus' } }
    // Each is answered after a second, so all but the last are made at once.
    const attempts = await Promise.all(Array.from({ length: 4 }, () => page.request.post('/api/sign-in', attempt)))
    expect(attempts.map((response) => response.status())).toEqual([401, 401, 401, 401])
    await page.goto('/auth/sign-in')
    await ready(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('salah-terus')
    const submit = page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true })
    await submit.click()
    await expect(page.getByText('Email atau password salah.')).toBeVisible()
    await submit.click()
    await expect(page.getByText(/Coba lagi dalam \d:\d\d/)).toBeVisible()
    await expect(submit).toBeDisabled()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })

  test('an expired link offers to request a new one', async ({ page }) => {
    await page.goto('/auth/reset-password#token=sudah-dipakai')
    await ready(page)
    await page.getByLabel('Password', { exact: true }).fill('jahe-hangat-3')
    await page.getByRole('button', { name: 'Simpan password' }).click()
    await expect(page.getByText('Tautan ini sudah dipakai atau kedaluwarsa.')).toBeVisible()
    await page.getByRole('link', { name: 'Minta tautan baru' }).click()
    await expect(page.getByRole('heading', { name: 'Lupa password' })).toBeVisible()
  })

  test('the message after signing up disappears on the first failed sign-in', thorough, async ({ page }) => {
    await signUpByForm(page)
    await page.getByLabel('Password', { exact: true }).fill('salah-terus')
    await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
    await expect(page.getByText('Email atau password salah.')).toBeVisible()
    await expect(page.getByText('Berhasil Daftar Silahkan Login')).toBeHidden()
  })

  test('a session that ends during a form opens the sign-in dialog, and no input is lost', async ({
    page,
    context,
  }) => {
    const { email, password } = await signUp(page, { name: 'Sari Separuh' })
    await beSignedIn(page, email, password)
    await page.goto('/student/settings')
    await page.getByLabel('Tentangmu dalam satu kalimat').fill('Sedang belajar React')
    const headers = await signInByCall(context.request, email, password)
    await context.request.delete('/api/me/sessions', { headers })
    await page.getByRole('button', { name: 'Simpan profil' }).click()
    const dialog = page.getByRole('dialog', { name: 'Masuk ke Cendaki' })
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Masuk', exact: true }).click()
    await expect(page.getByText('Profil tersimpan.')).toBeVisible()
    await expect(page.getByLabel('Tentangmu dalam satu kalimat')).toHaveValue('Sedang belajar React')
  })
})

test('the settings change the name everywhere, end other sessions, export the data, and delete the account', async ({
  page,
  context,
}) => {
  const { email, password } = await signUp(page, { name: 'Wulan Pindah' })
  await signInByCall(context.request, email, password)
  await beSignedIn(page, email, password)
  await page.evaluate(() => localStorage.setItem('cendaki-searches', '["rahasia"]'))
  await page.goto('/student/settings')
  await page.getByLabel('Nama', { exact: true }).fill('Bulan Pindah')
  await page.getByRole('button', { name: 'Simpan profil' }).click()
  await expect(page.getByRole('button', { name: 'Akun Bulan' })).toBeVisible()

  await page.getByRole('button', { name: 'Keluarkan semua perangkat lain' }).click()
  await expect(page.getByText('Semua perangkat lain dikeluarkan.')).toBeVisible()
  await expect(page.getByText('Perangkat ini')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Perangkat' })).toBeFocused()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Unduh data saya' }).click()
  const file = await (await download).path()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: { email, name: 'Bulan Pindah' } })

  await page.getByRole('button', { name: 'Hapus akun', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Hapus akun?' })
  await dialog.getByLabel('Ketik emailmu').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Hapus akun saya' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Akunmu sudah dihapus.')
  await expect(page).toHaveURL('/')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cendaki-searches'))).toBeNull()
})

test(
  'a photo that is larger than allowed is made smaller before its upload, and is shown',
  thorough,
  async ({ page }) => {
    const { email, password } = await signUpByForm(page, { name: 'Foto Besar' })
    await signIn(page, email, password)
    await page.goto('/student/settings')
    await ready(page)
    await expect(page.getByRole('button', { name: 'Ganti foto' })).toBeVisible()
    const bytes = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 2200, height: 900 })
      const context = canvas.getContext('2d')
      const noise = context?.createImageData(canvas.width, canvas.height)
      if (!context || !noise) throw new Error('No canvas')
      for (let index = 0; index < noise.data.length; index++)
        noise.data[index] = index % 4 === 3 ? 255 : 96 + Math.random() * 64
      context.putImageData(noise, 0, 0)
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const transfer = new DataTransfer()
      transfer.items.add(new File([picture ?? ''], 'IMG_2041.png', { type: 'image/png' }))
      const field = document.querySelector<HTMLInputElement>('input[type=file][aria-label="Foto profil"]')
      if (!field) throw new Error('No field for a photo')
      field.files = transfer.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
      return picture?.size ?? 0
    })
    expect(bytes).toBeGreaterThan(2 * 1024 * 1024)
    await expect(page.getByRole('button', { name: 'Hapus foto' })).toBeVisible()

    // Files that this browser cannot decode are refused with the types that are allowed.
    const heic = { name: 'IMG_2042.HEIC', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') }
    await page.locator('input[type=file][aria-label="Foto profil"]').setInputFiles(heic)
    await expect(page.getByText('File harus berupa gambar (JPEG, PNG)')).toBeVisible()
    await expect(page.getByText(/^JPEG, PNG, atau WebP.*gambar bergerak menjadi diam/)).toBeVisible()
  },
)

test('a pending change of address can be cancelled', thorough, async ({ page }) => {
  const { email, password } = await signUpByForm(page, { name: 'Sari Urung' })
  await signIn(page, email, password)
  await page.goto('/student/settings')
  const change = page.getByRole('button', { name: 'Ganti email' })
  await change.click()
  await expect(page.getByLabel('Email baru')).toBeFocused()
  await page.getByRole('button', { name: 'Batal', exact: true }).click()
  await expect(change).toBeFocused()
  await change.click()
  await page.getByLabel('Email baru').fill(`baru-${email}`)
  await page.getByLabel('Password akun ini', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Kirim tautan konfirmasi' }).click()
  await page.getByRole('button', { name: 'Batalkan penggantian' }).click()
  await expect(page.getByText('Permintaan ganti email dibatalkan.')).toBeVisible()
  await expect(page.getByText('Kami mengirim tautan ke')).toBeHidden()
  await expect(change).toBeFocused()
  await page.reload()
  await expect(change).toBeVisible()
  await expect(page.getByText('Kami mengirim tautan ke')).toBeHidden()
})

test('a change of address takes effect when the mailed link is opened', thorough, async ({ page }) => {
  const { email, password } = await signUpByForm(page, { name: 'Sari Pindah' })
  await signIn(page, email, password)
  await page.goto('/student/settings')
  await page.getByRole('button', { name: 'Ganti email' }).click()
  const newEmail = `baru-${email}`
  await page.getByLabel('Email baru').fill(newEmail)
  await page.getByLabel('Password akun ini', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Kirim tautan konfirmasi' }).click()
  await expect(page.getByText(`Kami mengirim tautan ke ${newEmail}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Kami mengirim tautan ke ${newEmail}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Batalkan penggantian' })).toBeVisible()
  await page.goto(await linkInMail(newEmail, 'change-email', tokenLink))
  await expect(page.getByText('Alamat email diganti.')).toBeVisible()
  await expect(page).not.toHaveURL(/token/)
  await page.getByRole('link', { name: 'Ke pengaturan' }).click()
  await expect(page.getByRole('region', { name: 'Email' })).toContainText(newEmail)
})

test('signing in and out in one tab updates the other tab', thorough, async ({ page, context }) => {
  const { email, password } = await signUpByForm(page)
  const other = await context.newPage()
  await other.goto('/')
  await ready(other)
  await signIn(page, email, password)
  await expect(accountButton(other)).toBeVisible()
  await other.goto('/student/settings')
  await expect(other.getByRole('heading', { name: 'Pengaturan' })).toBeVisible()
  await homeLoaded(page)
  await accountButton(page).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(accountButton(other)).toBeHidden()
  await expect(other).toHaveURL('/')
})

test.describe('a sign-up', () => {
  test.use({ expectedConsoleErrors: [/409/] })
  test(
    'is followed by a sign-in of one press; an address that has an account says so and offers to sign in',
    thorough,
    async ({ page }) => {
      const { email, password } = await signUpByForm(page, { name: 'Sari Sekali' })
      await page.getByRole('main').getByRole('button', { name: 'Masuk', exact: true }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
      await homeLoaded(page)
      await page.getByRole('button', { name: 'Akun Sari' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByRole('button', { name: 'Akun Sari' })).toBeHidden()

      await page.goto('/auth/sign-up')
      await ready(page)
      await page.getByLabel('Nama').fill('Sari Sekali')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Daftar', exact: true }).click()
      const alert = page.getByRole('alertdialog')
      await expect(alert).toContainText('Email sudah terdaftar. Masuk saja?')
      await alert.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByLabel('Email')).toBeFocused()
      await page.getByRole('link', { name: `Masuk dengan ${email}` }).click()
      await expect(page.getByRole('heading', { name: 'Masuk' })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(email)
      // The password of somebody who only typed it into the other form is not carried over.
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    },
  )
})
