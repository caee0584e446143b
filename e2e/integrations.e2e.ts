import type { Page } from '@playwright/test'
import { startReceiver, type Receiver } from '#testing/webhook-receiver.ts'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

// API keys and webhooks, each from creating one to its end.

test.use({ serviceWorkers: 'block' })

const asAdmin = (page: Page) => beSignedIn(page, 'admin@demo.id')
const confirm = (page: Page, button: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: button }).click()

async function expectLoadedAndAccessible(page: Page): Promise<void> {
  // Title and heading arrive with the data of the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/./)
  await expectAccessibleAtBothWidths(page)
}

test(
  'an API key is created, shown once, used within its scope, and revoked',
  thorough,
  async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const name = `Akuntansi ${Date.now()}`
    await asAdmin(page)
    await page.goto('/admin/api-keys')
    await ready(page)
    await expectLoadedAndAccessible(page)
    await page.getByRole('button', { name: 'Kunci baru' }).click()
    const form = page.getByRole('dialog', { name: 'Kunci API baru' })
    await form.getByRole('button', { name: 'Buat kunci' }).click()
    await expect(form.getByText('Nama wajib diisi')).toBeVisible()
    await expect(form.getByText('Pilih paling tidak satu izin')).toBeVisible()
    await expectLoadedAndAccessible(page)
    await form.getByLabel('Nama').fill(name)
    await form.getByLabel('Baca siswa', { exact: true }).check()
    await form.getByRole('button', { name: 'Buat kunci' }).click()

    const shown = page.getByRole('dialog', { name: `Kunci untuk ${name}` })
    await expect(shown.getByLabel('Kunci API')).toHaveValue(/^cdk_[\w-]{43}$/)
    const key = await shown.getByLabel('Kunci API').inputValue()
    await expectLoadedAndAccessible(page)
    await page.keyboard.press('Escape')
    await confirm(page, 'Batal')
    await shown.getByRole('button', { name: 'Salin' }).click()
    await expect(shown.getByText('Disalin.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await shown.getByRole('button', { name: 'Selesai' }).click()
    await expect(shown).toBeHidden()

    const statusOf = async (path: string) =>
      (await request.get(path, { headers: { authorization: `Bearer ${key}` } })).status()
    expect([
      await statusOf('/api/admin/students'),
      await statusOf('/api/admin/transactions'),
      await statusOf('/api/me'),
    ]).toEqual([200, 403, 403])
    await page.reload()
    await ready(page)
    const row = page.getByRole('row', { name })
    await expect(row).toContainText(key.slice(0, 12))
    await expect(row).not.toContainText('Belum pernah')
    await expect(page.getByText(key)).toHaveCount(0)
    await expectLoadedAndAccessible(page)

    await row.getByRole('button', { name: 'Cabut' }).click()
    await confirm(page, 'Cabut')
    await expect(row).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
    expect(await statusOf('/api/admin/students')).toBe(401)
    await page.goto('/admin/audit?action=api-key.revoked')
    await expect(page.getByRole('row', { name: /Kunci API dicabut/ }).first()).toContainText(name)
  },
)

test.describe('a webhook', () => {
  let receiver: Receiver
  test.beforeEach(async () => void (receiver = await startReceiver()))
  test.afterEach(() => receiver.close())

  test('is added, tested, sends again what failed, and is turned off and deleted', thorough, async ({ page }) => {
    await asAdmin(page)
    await page.goto('/admin/webhooks')
    await ready(page)
    await expectLoadedAndAccessible(page)
    await page.getByRole('button', { name: 'Webhook baru' }).click()
    const form = page.getByRole('dialog', { name: 'Webhook baru' })
    await form.getByLabel('Alamat penerima').fill('bukan alamat')
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form.getByText('Tulis alamat lengkap, diawali https://')).toBeVisible()
    await expect(form.getByText('Pilih paling tidak satu kejadian')).toBeVisible()
    await expectLoadedAndAccessible(page)
    await form.getByLabel('Alamat penerima').fill(receiver.url)
    await form.getByLabel('Sertifikat terbit').check()
    await form.getByRole('button', { name: 'Simpan' }).click()
    const secret = page.getByRole('dialog', { name: 'Rahasia webhook' })
    await expect(secret.getByLabel('Rahasia')).toHaveValue(/^whsec_/)
    await secret.getByRole('button', { name: 'Selesai' }).click()
    await confirm(page, 'Sudah, tutup')

    await page.getByRole('link', { name: receiver.url }).click()
    await expect(page.getByText('Belum ada pengiriman.')).toBeVisible()
    receiver.respondStatus(503, 'sedang dirawat')
    await page.getByRole('button', { name: 'Kirim uji coba' }).click()
    await expect(page.getByText(/Uji coba gagal: Dijawab 503/)).toBeVisible()
    const delivery = page.getByRole('listitem').filter({ hasText: 'Uji coba' })
    await delivery.locator('summary').click()
    await expect(delivery.getByText('sedang dirawat')).toBeVisible()
    await expectLoadedAndAccessible(page)

    receiver.respondStatus(200, 'ok')
    await delivery.getByRole('button', { name: 'Kirim ulang' }).click()
    await expect(delivery.getByText(/Dijawab 200/)).toBeVisible()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      receiver.received[0]?.headers['webhook-id'],
      expect.anything(),
    ])
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)

    await page.getByRole('button', { name: 'Ubah' }).click()
    const change = page.getByRole('dialog', { name: 'Ubah webhook' })
    await change.getByLabel('Pembelian dibayar').check()
    await change.getByRole('button', { name: 'Simpan' }).click()
    await expect(
      page.getByText('Pembelian dibayar, Sertifikat terbit').or(page.getByText('Sertifikat terbit, Pembelian dibayar')),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Ganti rahasia' }).click()
    await confirm(page, 'Ganti rahasia')
    await page.getByRole('dialog', { name: 'Rahasia webhook' }).getByRole('button', { name: 'Selesai' }).click()
    await confirm(page, 'Sudah, tutup')
    await page.getByRole('button', { name: 'Nonaktifkan' }).click()
    await expect(page.getByText('Dinonaktifkan admin.')).toBeVisible()
    await expectLoadedAndAccessible(page)
    await page.getByRole('button', { name: 'Hapus' }).click()
    await confirm(page, 'Hapus')
    await expect(page).toHaveURL(/\/admin\/webhooks$/)
    await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0)
  })
})
