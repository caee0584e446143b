import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from './axe.ts'
import { apiAs, publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, test, thorough } from './test.ts'

// A course that is not complete is not published.
test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/422.*\/status/] })

const all = (page: Page) => page.getByLabel('Pilih semua di halaman ini')
const bar = (page: Page) => page.getByRole('group', { name: 'Tindakan untuk yang dipilih' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const chosen = (page: Page, count: number) => page.getByRole('status').filter({ hasText: `${count} dipilih` })

async function confirm(page: Page, question: string, button: string) {
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: button }).click()
}

test(
  'courses: what cannot be published stays chosen with the reason, then both are archived after one question',
  thorough,
  async ({ page, request }) => {
    const stamp = Date.now()
    const { id, title, api } = await publishCourse(request, { title: `Lengkap ${stamp}`, lessons: ['Pembuka'] })
    await api('PATCH', `/courses/${id}/status`, { status: 'draft' })
    const empty = `Kosong ${stamp}`
    await api('POST', '/courses', { status: 'draft', title: empty })
    const { data: categories } = await (await request.get('/api/categories')).json()
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/courses?q=${stamp}`)
    await ready(page)

    await all(page).check()
    await expect(chosen(page, 2)).toBeVisible()
    await expect(bar(page)).toBeInViewport()
    await expectAccessibleAtBothWidths(page)
    await press(page, 'Tayangkan')
    const result = page.getByRole('region', { name: '1 belum berhasil' })
    await expect(result.getByRole('heading')).toBeFocused()
    await expect(result).toContainText('1 kelas tayang')
    await expect(result.getByRole('listitem')).toContainText(`${empty}: `)
    await expect(result.getByRole('listitem')).toContainText('Tambahkan minimal satu materi')
    await expectAccessibleAtBothWidths(page)
    await expect(row(page, title)).toContainText('Tayang')
    await expect(page.getByLabel(`Pilih ${title}`)).not.toBeChecked()
    await expect(page.getByLabel(`Pilih ${empty}`)).toBeChecked()
    await result.getByRole('button', { name: 'Tutup' }).click()

    await page.getByLabel(`Pilih ${empty}`).uncheck()
    await page.getByLabel(`Pilih ${title}`).check()
    await press(page, 'Pindah kategori')
    const dialog = page.getByRole('dialog', { name: 'Pindahkan 1 kelas?' })
    await dialog.getByLabel('Pindahkan ke').selectOption(categories[1].name)
    await dialog.getByRole('button', { name: 'Pindah kategori' }).click()
    await expect(page.getByText('1 kelas dipindahkan.')).toBeVisible()
    await expect(row(page, title)).toContainText(categories[1].name)

    await all(page).check()
    await press(page, 'Arsipkan')
    await confirm(page, 'Arsipkan 2 kelas?', 'Arsipkan')
    await expect(page.getByText('2 kelas diarsipkan.')).toBeVisible()
    for (const each of [title, empty]) await expect(row(page, each)).toContainText('Arsip')
    await expect(bar(page)).toBeHidden()
    await expect(all(page)).toBeFocused()
  },
)

test('a run that is stopped says what is done, and keeps the rest chosen', thorough, async ({ page, request }) => {
  const stamp = Date.now()
  for (const name of ['Satu', 'Dua']) await publishCourse(request, { title: `${name} ${stamp}`, lessons: ['Pembuka'] })
  await beSignedIn(page, 'pengajar@demo.id')
  await page.goto(`/admin/courses?q=${stamp}`)
  await ready(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/courses/*/status', async (route) => {
    await held.promise
    await route.continue()
  })
  await all(page).check()
  await press(page, 'Arsipkan')
  await confirm(page, 'Arsipkan 2 kelas?', 'Arsipkan')
  await expect(bar(page)).toContainText('0 dari 2')
  await expect(bar(page).getByRole('button', { name: 'Hentikan' })).toBeFocused()
  await press(page, 'Hentikan')
  held.resolve()
  const result = page.getByRole('region', { name: 'Dihentikan' })
  await expect(result).toContainText('1 kelas diarsipkan.')
  await expect(result).toContainText('1 belum diproses.')
  await expect(chosen(page, 1)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Batalkan pilihan' }).click()
  await expect(bar(page)).toBeHidden()
  await expect(all(page)).toBeFocused()
})

test(
  'users: chosen accounts are disabled and enabled again, staff and the own account are not',
  thorough,
  async ({ page, request }) => {
    const stamp = Date.now()
    const admin = await apiAs(request, 'admin@demo.id')
    for (const [name, role] of [
      ['Ani', 'student'],
      ['Budi', 'student'],
      ['Guru', 'instructor'],
    ] as const) {
      const email = `${name.toLowerCase()}.${stamp}@contoh.id`
      await admin('POST', '/admin/students', { name: `${name} Ramai`, email, password: 'teh-melati-9', role })
    }
    await beSignedIn(page, 'admin@demo.id')
    await page.goto(`/admin/students?q=${stamp}`)
    await ready(page)
    await all(page).check()
    await expect(chosen(page, 3)).toBeVisible()
    await press(page, 'Nonaktifkan')
    await confirm(page, 'Nonaktifkan 2 akun?', 'Nonaktifkan')
    const result = page.getByRole('region', { name: '1 belum berhasil' })
    await expect(result).toContainText('2 akun dinonaktifkan.')
    await expect(result.getByRole('listitem')).toHaveText(/^Guru Ramai: Nonaktifkan dari halamannya/)
    await expect(row(page, 'Nonaktif')).toHaveCount(2)

    await all(page).check()
    await press(page, 'Aktifkan')
    await expect(page.getByText('3 akun aktif.')).toBeVisible()
    await expect(row(page, 'Nonaktif')).toHaveCount(0)

    await page.goto('/admin/students?q=admin@demo.id')
    await expect(row(page, 'admin@demo.id')).toBeVisible()
    await expect(row(page, 'admin@demo.id').getByRole('checkbox')).toHaveCount(0)
  },
)

test('payouts: several are marked as sent with one reference', thorough, async ({ page, request }) => {
  const stamp = Date.now()
  const [teacher, admin] = [await apiAs(request, 'pengajar@demo.id'), await apiAs(request, 'admin@demo.id')]
  const [holder, number] = [`Ramai ${stamp}`, `88${String(stamp).slice(-9)}`]
  await teacher('PUT', '/me/bank-account', { bank: 'Bank Contoh', number, holder })
  const accounts = (await admin('GET', '/admin/bank-accounts?limit=100')) as unknown as {
    number: string
    instructor: { _id: string }
  }[]
  const instructorId = accounts.find((account) => account.number === number)?.instructor._id
  await admin('POST', `/admin/bank-accounts/${instructorId}/verify`, { number })
  for (const amountIdr of [10_000, 11_000]) await teacher('POST', '/payouts', { amountIdr })

  await beSignedIn(page, 'admin@demo.id')
  await page.goto(`/admin/payouts?q=${stamp}`)
  await ready(page)
  await all(page).check()
  await press(page, 'Tandai terkirim')
  const dialog = page.getByRole('dialog', { name: 'Tandai 2 pencairan terkirim?' })
  await expect(dialog).toContainText(/Rp\s21\.000 seluruhnya/)
  await dialog.getByRole('button', { name: 'Tandai terkirim' }).click()
  await expect(dialog.getByText('Referensi bank wajib diisi')).toBeVisible()
  await dialog.getByLabel('Referensi bank').fill(`TRX-${stamp}`)
  await dialog.getByRole('button', { name: 'Tandai terkirim' }).click()
  await expect(page.getByText('2 pencairan ditandai terkirim.')).toBeVisible()
  await expect(row(page, `TRX-${stamp}`)).toHaveCount(2)
  await expect(page.getByRole('row').getByRole('checkbox')).toHaveCount(0)
})
