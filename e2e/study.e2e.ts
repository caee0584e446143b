import type { Locator } from '@playwright/test'
import { courseIdOf, studyAsNewStudent } from './courses.ts'
import { beSignedIn, expect, homeLoaded, ready, signIn, signUp, test, thorough } from './test.ts'

// No page is opened offline here, and each first visit would fill the cache of a service worker.
test.use({ serviceWorkers: 'block' })

const freeCourse = 'JavaScript lewat Proyek Kecil'

test('a free course starts with one click, and the player resumes at the last lesson', async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
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

test('the copy button of a code block is above the code', thorough, async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  const copy = page.getByRole('button', { name: 'Salin kode' }).first()
  // The first lessons may be videos.
  await expect(async () => {
    if (await copy.isVisible()) return
    await page.getByRole('button', { name: 'Materi berikutnya' }).click()
    await expect(copy).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const gap = () =>
    copy.evaluate((button) => {
      const text = document.createRange()
      text.selectNodeContents(button.parentElement!.querySelector('pre')!)
      return text.getBoundingClientRect().top - button.getBoundingClientRect().bottom
    })
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
})

test('back opens the previous lesson, also on a slow connection', thorough, async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
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
  await expect(page.getByText(/^Materi 2 dari/)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Materi 1 dari/)).toBeVisible()
})

test('a double tap completes only the current lesson, at any speed', thorough, async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: freeCourse }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  const mark = page.getByRole('button', { name: 'Mark as Completed' })
  const tapTwice = async (gapMs: number) => {
    await expect(mark).toBeEnabled()
    const box = (await mark.boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // The delay is applied twice between the clicks: before the second press and before its release.
    await page.mouse.dblclick(x, y, { delay: gapMs / 2 })
  }
  await mark.dblclick()
  await expect(page.getByText('Progres tersimpan')).toBeVisible()
  await expect(page.getByText(/^Materi 2 dari/)).toBeVisible()
  for (const [round, gapMs] of [40, 150, 300].entries()) {
    await tapTwice(gapMs)
    await expect(page.getByText(new RegExp(`^Materi ${round + 3} dari`))).toBeVisible()
    await expect(page.getByText(new RegExp(`^${round + 2} dari \\d+ materi`))).toBeVisible()
  }
  const unsent = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-progress:')))
  await expect.poll(unsent).toEqual([])
  // At the end of the page the bar does not cover the footer.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  const room = async () => {
    const [last, bar] = await Promise.all(
      [page.getByRole('contentinfo').getByText('Ikuti sistem'), mark].map((part) => part.boundingBox()),
    )
    return last && bar ? bar.y - last.y - last.height : Number.NaN
  }
  await expect.poll(room).toBeGreaterThan(30)
  await page.reload()
  await expect(page.getByText(/^4 dari \d+ materi/)).toBeVisible()
})

test('no request goes to YouTube before the video is started', async ({ page }) => {
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

test('without a session the student area redirects home and the admin area to sign-in; a student is redirected to /no-access', async ({
  page,
}) => {
  for (const path of ['/student', '/student/kelas-saya']) {
    await page.goto(path)
    await page.waitForURL('/')
  }
  await page.goto('/admin')
  await page.waitForURL('/auth/sign-in')
  await beSignedIn(page, 'siswa@demo.id')
  await page.goto('/admin')
  await page.waitForURL('/no-access')
  await expect(page.getByRole('heading', { name: 'Akses Ditolak' })).toBeVisible()
})

test.describe('an invoice that does not exist', () => {
  test.use({ expectedConsoleErrors: [/404/] })
  test('shows not found instead of a server error', async ({ page }) => {
    const account = await signUp(page)
    await beSignedIn(page, account.email, account.password)
    await page.goto('/transaction/invoice/xyz')
    await expect(page.getByRole('heading', { name: 'Halaman tidak ditemukan' })).toBeVisible()
  })
})

test('staff are redirected to the admin area after sign-in', async ({ page }) => {
  await signIn(page, 'pengajar@demo.id')
  await expect(page).toHaveURL('/admin')
})

test('signing out ends the session in the browser and on the server', async ({ page }) => {
  const account = await signUp(page)
  await beSignedIn(page, account.email, account.password)
  await page.goto('/')
  await homeLoaded(page)
  await page.getByRole('button', { name: /^Akun/ }).click()
  const response = page.waitForResponse('**/api/sign-out')
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await response).status()).toBe(200)
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('session'))))
    .toEqual([])
})

test(
  'a student of a course can write and delete a review, and call those of others helpful',
  thorough,
  async ({ page }) => {
    const account = await signUp(page, { name: 'Wulan Penilai' })
    await beSignedIn(page, account.email, account.password)
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
    await page.getByText('4 Bagus', { exact: true }).click()
    await page.getByLabel('Ulasan', { exact: true }).fill('Latihannya pendek dan <b>jelas</b>.')
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    const reviews = page.getByRole('region', { name: 'Ulasan siswa' })
    await expect(reviews.getByRole('article').filter({ hasText: 'Wulan Penilai' })).toContainText(
      'Latihannya pendek dan <b>jelas</b>.',
    )
    // Only reviews of others can be called helpful.
    await expect(
      reviews
        .getByRole('article')
        .filter({ hasText: 'Wulan Penilai' })
        .getByRole('button', { name: /^Membantu/ }),
    ).toHaveCount(0)
    const helped = reviews.getByRole('button', { name: /^Membantu/ }).first()
    const votes = Number(/\d+/.exec((await helped.textContent()) ?? '')?.[0])
    await helped.click()
    await expect(helped).toHaveAttribute('aria-pressed', 'true')
    await expect(helped).toContainText(`(${votes + 1})`)
    await page.getByRole('button', { name: 'Hapus' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).click()
    await expect(reviews.getByRole('article').filter({ hasText: 'Wulan Penilai' })).toHaveCount(0)
  },
)

test('completing opens the next lesson that is not completed, with its title and focus on its heading; resuming opens the first open one', async ({
  page,
}) => {
  await studyAsNewStudent(page, await courseIdOf(page, freeCourse))
  const lessons = page.getByRole('complementary', { name: 'Daftar materi' }).getByRole('listitem').getByRole('link')
  const mark = page.getByRole('button', { name: 'Mark as Completed' })
  await expect(page.getByText(/^Materi 1 dari/)).toBeVisible()
  // Questions load when they come near: below the list, which they would push from under a finger.
  const questions = page.getByRole('heading', { name: 'Tanya jawab' })
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  await expect.poll(() => topOf(questions)).toBeGreaterThan(await topOf(lessons.last()))
  // The second lesson is completed first, so the first one leads to the third.
  await lessons.nth(1).click()
  await mark.click()
  await expect(page.getByText(/^Materi 3 dari/)).toBeVisible()
  await lessons.nth(0).click()
  await expect(page.getByText(/^Materi 1 dari/)).toBeVisible()
  await expect(mark).toBeEnabled()
  const saved = page.waitForResponse((response) => response.url().endsWith('/completions') && response.ok())
  await mark.click()
  await saved
  await expect(page.getByText(/^Materi 3 dari/)).toBeVisible()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${(await heading.innerText()).replaceAll(/[.*+?^${}()|[\]\\]/g, '.')}`))

  // The lesson opened last is completed, so resuming opens the next open one.
  const opened = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok())
  await lessons.nth(1).click()
  await opened
  await page.goto('/student/kelas-saya')
  await page.getByRole('link', { name: freeCourse }).click()
  await expect(page.getByText(/^Materi 3 dari/)).toBeVisible()
})
