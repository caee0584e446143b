import { expect, ready, signIn, signUp, test } from './test.ts'

const freeCourse = 'JavaScript lewat Proyek Kecil'

test('a free course is one press away, and its player resumes where one left off', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await page
    .getByRole('link', { name: /Artikel/ })
    .first()
    .click()
  await expect(page.getByText('menit baca')).toBeVisible()
  const lesson = await page.getByRole('heading', { level: 1 }).innerText()
  await page.goto('/student/kelas-saya')
  await page.getByRole('link', { name: freeCourse }).click()
  await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()
})

test('back leads to the lesson before, however slow the line is', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  let opened = false
  await page.route(/\/api\/courses\/[0-9a-f-]{36}$/, async (route) => {
    if (opened) await new Promise((resolve) => setTimeout(resolve, 1_500))
    opened = true
    await route.continue()
  })
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText(/^Pelajaran 2 dari/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Pelajaran 1 dari/)).toBeVisible()
})

test('a double tap completes the lesson one is on, and no other, however fast or slow', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  const mark = page.getByRole('button', { name: 'Mark as Completed' })
  const tapTwice = async (gapMs: number) => {
    await expect(mark).toBeEnabled()
    const box = (await mark.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.waitForTimeout(gapMs)
    await page.mouse.click(x, y)
  }
  await mark.dblclick()
  await expect(page.getByText(/^Pelajaran 2 dari/)).toBeVisible()
  for (const [round, gapMs] of [40, 150, 300].entries()) {
    await tapTwice(gapMs)
    await expect(page.getByText(new RegExp(`^Pelajaran ${round + 3} dari`))).toBeVisible()
    await expect(page.getByText(new RegExp(`^${round + 2} dari \\d+ pelajaran`))).toBeVisible()
  }
  await expect(page.getByText('Progres tersimpan')).toBeVisible()
  // At the end of the page nothing of the footer lies under the bar.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  const last = (await page.getByRole('contentinfo').getByText('Ikuti sistem').boundingBox())!
  expect(last.y + last.height).toBeLessThan((await mark.boundingBox())!.y - 30)
  await page.reload()
  await expect(page.getByText(/^4 dari \d+ pelajaran/)).toBeVisible()
})

test('no request leaves for YouTube before the video is asked for', async ({ page }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1') && !request.url().startsWith('data:')) outside.push(request.url())
  })
  await page.goto('/kelas')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await expect(page.getByRole('button', { name: /Putar video/ })).toBeVisible()
  expect(outside).toEqual([])
})

test('the student area without a session leads home, the admin area to sign-in, a student in it to /no-access', async ({ page }) => {
  for (const address of ['/student', '/student/kelas-saya']) {
    await page.goto(address)
    await page.waitForURL('/')
  }
  await page.goto('/admin')
  await page.waitForURL('/auth/sign-in')
  await signIn(page, 'siswa@demo.id')
  await page.goto('/admin')
  await page.waitForURL('/no-access')
  await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeVisible()
})

test.describe('an invoice that is not there', () => {
  test.use({ expectedConsoleErrors: [/404/] })
  test('is not found, which is no trouble of the server', async ({ page }) => {
    const account = await signUp(page)
    await signIn(page, account.email, account.password)
    await page.goto('/transaction/invoice/xyz')
    await expect(page.getByRole('heading', { name: 'Halaman tidak ditemukan' })).toBeVisible()
  })
})

test('staff arrive in the admin area', async ({ page }) => {
  await signIn(page, 'pengajar@demo.id')
  await expect(page).toHaveURL('/admin')
})

test('signing out forgets the session here and on the server', async ({ page }) => {
  const account = await signUp(page)
  await signIn(page, account.email, account.password)
  await page.getByRole('button', { name: /^Akun/ }).click()
  const told = page.waitForResponse('**/api/sign-out')
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await told).status()).toBe(200)
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('session')))).toEqual([])
})

test('who studies a course may judge it, change the judgement, and take it back', async ({ page }) => {
  const account = await signUp(page, { name: 'Wulan Penilai' })
  await signIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Tulis ulasan' })).toBeHidden()
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await page.goto(
    page
      .url()
      .replace('/courses/', '/kelas/details/')
      .replace(/\/start.*/, ''),
  )
  await page.getByText('4 ★').click()
  await page.getByLabel('Ulasan', { exact: true }).fill('Latihannya pendek dan <b>jelas</b>.')
  await page.getByRole('button', { name: 'Simpan' }).click()
  const reviews = page.getByRole('region', { name: 'Ulasan siswa' })
  await expect(reviews.getByRole('article').filter({ hasText: 'Wulan Penilai' })).toContainText('Latihannya pendek dan <b>jelas</b>.')
  await page.getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click()
  await expect(reviews.getByRole('article').filter({ hasText: 'Wulan Penilai' })).toHaveCount(0)
})
