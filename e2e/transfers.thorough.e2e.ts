import { apiAs } from './courses.ts'
import { beSignedIn, expect, ready, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } })

test('a proof of a transfer that is refused while its buyer waits is told with the reason, and another one can be sent', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
    data: { _id: string }[]
  }
  const person = await signUp(page)
  await beSignedIn(page, person.email, person.password)
  await page.goto(`/kelas/details/${data[0]?._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Transfer bank' }).first().click()
  await page.waitForURL(/\/success-checkout/)
  const proof = { name: 'bukti.png', mimeType: 'image/png', buffer: await page.screenshot() }
  const received = page.getByText('Bukti transfer diterima.')
  await page.getByLabel('Bukti transfer').setInputFiles(proof)
  await page.getByRole('button', { name: 'Kirim bukti transfer' }).click()
  await expect(received).toBeVisible()

  const admin = await apiAs(request, 'admin@demo.id')
  const id = new URL(page.url()).searchParams.get('transaksi') ?? ''
  await admin('POST', `/admin/transfers/${id}/refuse`, { sentence: 'Jumlahnya belum terlihat.' })
  // The page looks again by itself.
  await expect(page.getByText('Jumlahnya belum terlihat.')).toBeVisible()
  await expect(received).toBeHidden()
  await page.getByLabel('Bukti transfer').setInputFiles(proof)
  await page.getByRole('button', { name: 'Kirim bukti transfer' }).click()
  await expect(received).toBeVisible()
  await expect(page.getByText('Jumlahnya belum terlihat.')).toBeHidden()

  await page.goto('/tips')
  await ready(page)
  await page.evaluate(() => localStorage.clear())
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/transfers')
  await ready(page)
  const state = page.getByRole('cell').getByText('Menunggu diperiksa').first()
  await expect
    .poll(() => state.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'words beside the badge')
    .toBe(0)
})
