import { beSignedIn, expect, ready, test } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

test('what a visitor keeps on this device is in the account after the sign-in', async ({ page }) => {
  await page.goto('/paket/naik-level')
  await ready(page)
  await expect(page.getByText('Hemat Rp', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Simpan Naik Level ke wishlist' }).click()
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Keranjang 1 item' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Keranjang 1 item' }).click()
  await expect(page.getByRole('list', { name: 'Isi keranjang' }).getByRole('listitem')).toHaveCount(1)

  await beSignedIn(page, 'siswa@demo.id')
  await page.goto('/student/wishlist')
  await expect(page.getByRole('list', { name: 'Isi wishlist' }).getByRole('link', { name: 'Naik Level' })).toBeVisible()
  await page.goto('/keranjang')
  await page.getByRole('button', { name: 'Hapus Naik Level' }).click()
  await expect(page.getByText('Keranjangmu masih kosong.')).toBeVisible()
})

test('a gift is described before it is paid, and its errors are beside the fields', async ({ page, request }) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=1')).json()) as {
    data: { _id: string }[]
  }
  await page.goto(`/kelas/details/${data[0]?._id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Beli sebagai hadiah' }).click()
  const form = page.getByRole('form', { name: 'Beli sebagai hadiah' })
  await form.getByRole('button', { name: /^Bayar hadiah Rp/ }).click()
  await expect(form.getByLabel('Nama penerima')).toHaveAccessibleDescription('Nama penerima wajib diisi')
  await expect(form.getByLabel('Email penerima')).toHaveAccessibleDescription('Email tidak valid')
})

test('a promo code goes with what it prices: into a gift, and with the cart when one thing is left', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/courses?type=premium&limit=20')).json()) as {
    data: { _id: string; price: number }[]
  }
  // Other journeys sell courses that cost less than with the code.
  for (const { _id } of data.filter(({ price }) => price >= 200_000).slice(0, 2)) {
    await page.goto(`/kelas/details/${_id}`)
    await ready(page)
    await page.getByRole('button', { name: 'Tambah ke keranjang' }).click()
    await expect(page.getByRole('link', { name: 'Lihat keranjang' })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Pakai REMOTE/ }).click()
  await expect(page.getByText('Yang kamu bayar Rp 89.000')).toBeVisible()
  await page.getByRole('button', { name: 'Beli sebagai hadiah' }).click()
  await expect(page.getByRole('button', { name: /^Bayar hadiah Rp\s89\.000/ })).toBeVisible()

  await page.goto('/keranjang')
  await ready(page)
  await page.getByRole('button', { name: /^Pakai REMOTE/ }).click()
  await expect(page.getByText('Yang kamu bayar Rp 178.000')).toBeVisible()
  await page
    .getByRole('button', { name: /^Hapus / })
    .first()
    .click()
  await expect(page.getByText('Yang kamu bayar Rp 89.000')).toBeVisible()
})
