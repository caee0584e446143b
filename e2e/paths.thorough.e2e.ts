import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { APIRequestContext, Page } from '@playwright/test'
import { createCredentialVerifier } from '../src/testing/verify-credential.ts'
import { expectAccessible, expectAccessibleAtBothWidths } from './axe.ts'
import { apiAs, publishCourse, type MadeCourse } from './courses.ts'
import { beSignedIn, expect, ready, sandboxDialog, signUp, test } from './test.ts'

test.use({ serviceWorkers: 'block' })

const sentence = 'Di sini semuanya dimulai.'

/** An admin makes a path of these courses, named in the wrong order and put right by keyboard. */
async function makePath(page: Page, title: string, courses: readonly MadeCourse[]): Promise<void> {
  await beSignedIn(page, 'admin@demo.id')
  await page.goto('/admin/paths')
  await page.getByRole('link', { name: 'Jalur baru' }).click()
  await page.getByLabel('Judul').fill(title)
  await page.getByLabel('Kalimat singkat').fill('Untuk yang baru mulai.')
  await page.getByLabel('Potongan untuk seluruh jalur').fill('10')
  await page.getByRole('button', { name: 'Buat jalur' }).click()
  await expect(page.getByText('Jalur berisi minimal 2 kelas')).toBeVisible()
  for (const course of courses.toReversed()) {
    await page.getByLabel('Cari kelas untuk ditambahkan').fill(course.title)
    await page.getByRole('button', { name: `Tambah ${course.title}` }).click()
  }
  const steps = page.getByRole('list', { name: 'Langkah dalam urutan' })
  const [first, second, third] = courses.map((course) => course.title) as [string, string, string]
  await expect(steps.getByRole('listitem')).toContainText([third, second, first])
  await page.getByRole('button', { name: `Naikkan ${first}` }).click()
  await page.getByRole('button', { name: `Naikkan ${first}` }).click()
  await page.getByRole('button', { name: `Turunkan ${third}` }).click()
  await expect(steps.getByRole('listitem')).toContainText([first, second, third])
  await steps.getByLabel('Kenapa di urutan ini').first().fill(sentence)
  await expectAccessibleAtBothWidths(page, 'the editor of a path')
  await page.getByRole('button', { name: 'Buat jalur' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Tayangkan' }).click()
  await expect(page.getByRole('button', { name: 'Jadikan draf' })).toBeVisible()
}

async function finish(request: APIRequestContext, email: string, password: string, { id, contentIds }: MadeCourse) {
  const student = await apiAs(request, email, password)
  for (const contentId of contentIds) await student('PUT', `/courses/${id}/content/${contentId}/completion`)
}

test('a path is made, found, begun with its first course, bought for what is missing, and certified', async ({
  page,
  browser,
  request,
  baseURL,
  context,
  network,
}) => {
  test.slow()
  const mark = Date.now()
  const make = (name: string, price: number) =>
    publishCourse(request, { title: `${name} ${mark}`, lessons: ['Pembuka'], price })
  const courses = [await make('Kenal benang', 0), await make('Pola dasar', 100_000), await make('Kain jadi', 60_000)]
  const [first, second, third] = courses as [MadeCourse, MadeCourse, MadeCourse]
  const title = `Jadi penenun ${mark}`
  const office = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  await makePath(await office.newPage(), title, courses)
  await office.close()

  const person = await signUp(page, { name: 'Ratna Wulandari' })
  await beSignedIn(page, person.email, person.password)
  await page.goto('/')
  await ready(page)
  const linkIn = (menu: string) =>
    page.getByRole('navigation', { name: menu, exact: true }).getByRole('link', { name: 'Jalur', exact: true })
  // A wide screen shows it in the header, a phone in its menu.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(linkIn('Utama')).toHaveAttribute('href', '/jalur')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Buka menu' }).click()
  await linkIn('Menu').click()
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const stepOf = (course: MadeCourse) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name: course.title, exact: true }) })
  const start = stepOf(first)
  await expect(start).toContainText('Mulai di sini')
  await expect(start).toContainText(sentence)
  const offer = page.getByRole('region', { name: 'Seluruh jalur' })
  await expect(offer).toContainText(/Rp\s144\.000/)
  await expectAccessibleAtBothWidths(page, 'the page of a path')

  await start.getByRole('link', { name: first.title }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).first().click()
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  const next = page.getByRole('region', { name: 'Langkah berikutnya' })
  await expect(next).toContainText(`${title} · 1 dari 3 kelas selesai`)
  await expect(next.getByRole('link', { name: 'Lihat kelas ini' })).toHaveAttribute('href', new RegExp(second.id))
  await expectAccessibleAtBothWidths(page, 'the end of a course of a path')

  await page.goto('/student/jalur')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(stepOf(second)).toContainText('Lanjut di sini')
  await expect(stepOf(third)).toContainText(`Sebaiknya setelah ${second.title}`)
  await expect(offer).toContainText('1 sudah kamu miliki, jadi kamu hanya membayar sisanya.')
  await expect(offer).toContainText(/Rp\s144\.000/)
  await offer.getByRole('button', { name: 'Beli Jalur' }).click()
  await sandboxDialog(page).getByRole('button', { name: 'Bayar', exact: true }).click()
  await expect(page.getByText(/Rp\s144\.000/).first()).toBeVisible()

  await finish(request, person.email, person.password, second)
  await finish(request, person.email, person.password, third)
  await page.goto('/student/jalur')
  await expect(page.getByText('3 dari 3 kelas selesai')).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'the paths of a student')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Unduh sertifikat ${title}` }).click(),
  ])
  await page.getByRole('link', { name: `Sertifikat ${title}`, exact: true }).click()
  await expect(page.getByText('Sertifikat asli.')).toBeVisible()
  for (const course of courses) await expect(page.getByRole('main')).toContainText(course.title)
  await expectAccessibleAtBothWidths(page, 'the certificate of a path')

  const certificateId = new URL(page.url()).pathname.split('/').at(-1)
  const token = await (await page.request.get(`/api/certificates/${certificateId}/credential`)).text()
  const load = async (path: string) => new Response(await (await page.request.get(path)).text())
  const { verifyToken, isRevoked } = createCredentialVerifier(load, new URL(page.url()).origin)
  const badge = await verifyToken(token)
  expect(badge).toMatchObject({ name: title, credentialSubject: { achievement: { name: title } } })
  expect(await isRevoked(badge)).toBe(false)
  const described = await page.request.get(badge.credentialSubject.achievement.id)
  expect([described.status(), await described.text()]).toEqual([200, expect.stringContaining(title)])

  await page.getByText('Periksa tanpa situs ini').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Unduh pemeriksa sertifikat' }).click(),
  ])
  const verifier = test.info().outputPath('pemeriksa.html')
  await file.saveAs(verifier)
  const buffer = await readFile(await pdf.path())
  await network.goOffline()
  const offline = await context.newPage()
  await offline.goto(pathToFileURL(verifier).href)
  await offline
    .getByLabel('Berkas sertifikat (PDF, SVG, JSON, atau JWT)')
    .setInputFiles({ name: 'sertifikat.pdf', mimeType: 'application/pdf', buffer })
  await expect(offline.getByRole('heading', { name: 'Asli', exact: true })).toBeVisible()
  await expect(offline.getByText(title).first()).toBeVisible()
  await expect(offline.getByText('Ratna Wulandari')).toBeVisible()
  await expectAccessible(offline, 'the verifier')
})
