import type { Browser, Page } from '@playwright/test'
import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from './axe.ts'
import { apiAs, publishCourse } from './courses.ts'
import { beSignedIn, expect, ready, sandboxDialog, signIn, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 1280, height: 900 } })

const minuteMs = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs)
const seatTaken = 'Kursi angkatan ini sudah habis. Pilih angkatan lain, ya.'

type Device = { browser: Browser; origin: string }

/** A student with a phone, on the page of the course. */
async function openAsStudent({ browser, origin }: Device, courseId: string, name: string): Promise<Page> {
  const device = { baseURL: origin, viewport: { width: 360, height: 780 }, serviceWorkers: 'block' } as const
  const page = await (await browser.newContext(device)).newPage()
  await page.route('https://meet.contoh.id/**', (route) => route.fulfill({ body: 'Ruang kelas' }))
  const person = await signUp(page, { name })
  await beSignedIn(page, person.email, person.password)
  await page.goto(`/kelas/details/${courseId}`)
  await ready(page)
  return page
}

/** Opens a cohort with one seat and two meetings, of which the first can be joined now. Ends on its page. */
async function openCohort(page: Page, courseId: string): Promise<void> {
  await page.goto(`/admin/course/${courseId}/angkatan`)
  await ready(page)
  await page.getByRole('button', { name: 'Buka angkatan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buka angkatan' })
  await dialog.getByLabel('Nama angkatan').fill('Angkatan Melati')
  await dialog.getByLabel('Mulai (WIB)').fill(jakartaDay(new Date()))
  await dialog.getByLabel('Pendaftaran sampai').fill(jakartaDay(inMinutes(7 * 24 * 60)))
  await dialog.getByLabel('Jumlah kursi').fill('1')
  await dialog.getByLabel('Kehadiran untuk sertifikat (%)').fill('101')
  await dialog.getByLabel('Menyelesaikan rekaman dihitung hadir').check()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog.getByText('Isi 1 sampai 100 persen')).toBeVisible()
  await dialog.getByLabel('Kehadiran untuk sertifikat (%)').fill('100')
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await page.getByRole('link', { name: 'Angkatan Melati' }).click()
  for (const [title, start] of [
    ['Sesi satu', inMinutes(10)],
    ['Sesi dua', inMinutes(180)],
  ] as const) {
    await page.getByRole('button', { name: 'Jadwalkan sesi' }).click()
    const meeting = page.getByRole('dialog', { name: 'Jadwalkan sesi' })
    await meeting.getByLabel('Judul sesi').fill(title)
    await meeting.getByLabel('Mulai (WIB)').fill(jakartaMinute(start.toISOString()).replace(' ', 'T'))
    await meeting.getByLabel('Tautan sesi').fill('https://meet.contoh.id/kelas-rahasia')
    await meeting.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()
  }
}

/** Presses the buy button in both browsers at once. Returns the page of who got the seat. */
async function buyAtOnce(buyers: readonly [Page, Page]): Promise<Page> {
  const buttonOf = (page: Page) => page.getByRole('button', { name: 'Beli Kelas' })
  for (const page of buyers) await expect(buttonOf(page)).toBeVisible()
  await Promise.all(buyers.map((page) => buttonOf(page).click()))
  const outcomes = () =>
    Promise.all(
      buyers.map(async (page) =>
        (await sandboxDialog(page).isVisible()) ? 'pays' : (await page.getByText(seatTaken).isVisible()) ? 'full' : '',
      ),
    )
  await expect.poll(async () => (await outcomes()).toSorted()).toEqual(['full', 'pays'])
  const winner = buyers[(await outcomes()).indexOf('pays')]
  if (!winner) throw new Error('Nobody got the seat')
  return winner
}

const asksForCertificate = async (page: Page) => {
  await page.getByRole('button', { name: /^Ambil sertifikat/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Konfirmasi nama' })
  await dialog.getByRole('button', { name: 'Terbitkan sertifikat' }).click()
  return dialog
}

test('a cohort is opened, its last seat bought once, a meeting joined, another one watched, and the certificate given', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.slow()
  const { id: courseId, api } = await publishCourse(request, {
    title: `Kelas angkatan ${Date.now()}`,
    lessons: ['Pembuka'],
    price: 90_000,
    enrolment: 'cohorts',
  })
  await signIn(page, 'pengajar@demo.id')
  await openCohort(page, courseId)
  await expectAccessible(page)

  const device = { browser, origin: baseURL ?? '' }
  const student = await buyAtOnce([
    await openAsStudent(device, courseId, 'Ayu Lestari'),
    await openAsStudent(device, courseId, 'Bima Putra'),
  ])
  // Coming back, the buyer finds the seat that the open order holds, although it is the last one.
  await student.reload()
  await ready(student)
  await expect(student.getByText('Satu kursi disimpan untuk pesananmu.')).toBeVisible()
  await student.getByRole('button', { name: /Lanjutkan pembayaran/ }).click()
  await sandboxDialog(student).getByRole('button', { name: 'Bayar', exact: true }).click()
  await expect(student.getByText('Sesi langsung sedang dibuka')).toBeVisible()

  await student.goto('/student')
  await student.getByRole('link', { name: 'Jadwal', exact: true }).click()
  await expect(student.getByRole('heading', { level: 1, name: 'Jadwal' })).toBeVisible()
  await expectAccessibleAtBothWidths(student)
  await student
    .getByRole('article')
    .filter({ hasText: 'Sesi satu' })
    .getByRole('button', { name: 'Masuk kelas' })
    .click()
  await student.waitForURL('https://meet.contoh.id/kelas-rahasia')

  await student.goto(`/courses/${courseId}/start`)
  await ready(student)
  await student.getByRole('button', { name: 'Mark as Completed' }).click()
  const refused = await asksForCertificate(student)
  await expect(
    refused.getByText('Kamu hadir di 1 dari 2 sesi. Untuk sertifikat perlu 2, jadi kurang 1 lagi.'),
  ).toBeVisible()

  await api('POST', '/courses/content/create', {
    courseId,
    title: 'Rekaman sesi dua',
    type: 'text',
    text: '<p>Video</p>',
  })
  await page.reload()
  const second = page.getByRole('listitem').filter({ hasText: 'Sesi dua' })
  await second.getByRole('button', { name: 'Kehadiran dan rekaman' }).click()
  const attendance = page.getByRole('dialog', { name: 'Kehadiran: Sesi dua' })
  await attendance.getByLabel('Rekaman').selectOption('Rekaman sesi dua')
  await expect(page.getByText('Rekaman dipasang.')).toBeVisible()
  await expectAccessible(page)
  await student.goto('/student/jadwal')
  await student
    .getByRole('article')
    .filter({ hasText: 'Sesi dua' })
    .getByRole('link', { name: 'Tonton rekaman' })
    .click()
  await student.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(await asksForCertificate(student)).toBeHidden()
  await expect(student.getByRole('link', { name: /^Unduh sertifikat/ })).toBeVisible()
})

test('a course of cohorts goes from the wishlist and the cart to the cashier with its cohort', async ({
  page,
  request,
}) => {
  test.slow()
  const title = `Kelas angkatan ${Date.now()}`
  const made = { title, lessons: ['Pembuka'], price: 90_000, enrolment: 'cohorts' as const }
  const { id: courseId, api } = await publishCourse(request, made)
  const { id: besideId } = await publishCourse(request, { title: `${title} pendamping`, lessons: ['A'], price: 50_000 })
  await api('POST', `/courses/${courseId}/cohorts`, {
    name: 'Angkatan Anggrek',
    startsOn: jakartaDay(inMinutes(7 * 24 * 60)),
  })

  await page.goto(`/kelas/details/${courseId}`)
  await ready(page)
  await page
    .getByRole('button', { name: /^Simpan .* ke wishlist/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).click()
  await expect(page.getByRole('link', { name: 'Lihat keranjang' })).toBeVisible()
  await page.reload()
  await page.goto('/keranjang')
  const row = page.getByRole('list', { name: 'Isi keranjang' }).getByRole('listitem')
  await expect(row).toContainText('Angkatan Anggrek')

  // The cart of the device is merged with its cohort.
  const person = await signUp(page)
  await beSignedIn(page, person.email, person.password)
  await page.goto('/student/wishlist')
  await ready(page)
  await expect(page.getByRole('button', { name: /^Tambah ke keranjang/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Lihat keranjang' })).toBeVisible()
  await page.goto('/keranjang')
  await ready(page)
  await expect(row).toContainText('Angkatan Anggrek')
  await page.getByRole('button', { name: /^Hapus / }).click()
  await page.getByRole('button', { name: /^Urungkan/ }).click()
  await expect(row).toContainText('Angkatan Anggrek')
  const pay = page.getByRole('button', { name: /^(?:Beli Kelas|Bayar$|Lanjutkan|Ganti pesanan)/ })
  await pay.click()
  await expect(sandboxDialog(page)).toBeVisible()
  await sandboxDialog(page).getByRole('button', { name: 'Tutup' }).click()

  await page.goto(`/kelas/details/${besideId}`)
  await ready(page)
  await page.getByRole('button', { name: 'Tambah ke keranjang' }).first().click()
  await page.goto('/keranjang')
  await ready(page)
  await expect(row).toHaveCount(2)
  await page.getByRole('button', { name: /Bayar/ }).first().click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  const mine = await apiAs(request, person.email, person.password)
  await expect
    .poll(() => mine('GET', `/courses/${courseId}/cohorts`))
    .toMatchObject([{ name: 'Angkatan Anggrek', isMine: true }])
})
