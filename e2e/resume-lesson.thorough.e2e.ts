import type { Page } from '@playwright/test'
import { courseIdOf, publishCourse, studyAsNewStudent } from './courses.ts'
import { controlledByServiceWorker } from './offline-copies.ts'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, test } from './test.ts'

const freeCourse = 'JavaScript lewat Proyek Kecil'

/** Signs up a student and opens the player of a free course at its first lesson. */
async function startCourse(page: Page): Promise<{ email: string; password: string }> {
  const person = await studyAsNewStudent(page, await courseIdOf(page, freeCourse), { name: 'Sari Lanjut' })
  await page.waitForURL(/materi=/)
  return person
}

const outline = (page: Page, kind: 'Artikel' | 'Video') =>
  page.getByRole('complementary', { name: 'Daftar materi' }).getByRole('link', { name: new RegExp(kind) })

/** A fake YouTube player: it starts at the `start` parameter, plays fast, and reports its position after the first message. */
const player = `<script>
  let seconds = Number(new URL(location).searchParams.get('start') ?? 0)
  const say = (info) => parent.postMessage(JSON.stringify({ event: 'infoDelivery', info, id: 1, channel: 'widget' }), '*')
  addEventListener('message', () => {
    say({ currentTime: 0, duration: 900, playerState: -1 })
    setInterval(() => say({ currentTime: (seconds += 20), playerState: 1 }), 100)
  }, { once: true })
</script>`

async function fakeYoutube(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: player })
  })
  return asked
}

test('a video resumes at its last position, also on another device, or starts from the beginning on request', async ({
  page,
  browser,
}) => {
  const asked = await fakeYoutube(page)
  const person = await startCourse(page)
  await outline(page, 'Video').first().click()
  const saved = page.waitForResponse((response) => response.url().endsWith('/position') && response.ok())
  const play = page.getByRole('button', { name: /^Putar video/ })
  await play.click()
  await expect.poll(() => asked.length).toBe(1)
  expect(new URL(asked[0] ?? '').searchParams.get('start')).toBeNull()
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-positions:')).length),
    )
    .toBe(1)
  await outline(page, 'Artikel').first().click()
  await saved

  const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  const askedThere = await fakeYoutube(other)
  await beSignedIn(other, person.email, person.password)
  await other.goto(page.url())
  await outline(other, 'Video').first().click()
  await expect(other.getByText(/Lanjutkan dari \d+:\d\d/)).toBeVisible()
  await other.getByRole('button', { name: /^Putar video/ }).click()
  await expect.poll(() => askedThere.length).toBe(1)
  expect(Number(new URL(askedThere[0] ?? '').searchParams.get('start'))).toBeGreaterThan(10)
  await other.context().close()

  await outline(page, 'Video').first().click()
  await page.getByRole('button', { name: 'Dari awal' }).click()
  await expect.poll(() => asked.length).toBe(2)
  expect(new URL(asked[1] ?? '').searchParams.get('start')).toBeNull()
})

test('the length of a video is shown once its player has reported it', async ({ page }) => {
  await fakeYoutube(page)
  await startCourse(page)
  await outline(page, 'Video').first().click()
  await expect(outline(page, 'Video').first()).not.toContainText('15:00')
  await page.getByRole('button', { name: /^Putar video/ }).click()
  await expect(outline(page, 'Video').first()).toContainText('Video · 15:00')
  await page.reload()
  await expect(outline(page, 'Video').first()).toContainText('Video · 15:00')
})

test.describe('a video that cannot be played', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test('says that it could not be loaded, with a retry and a link', async ({ page }) => {
    let isBlocked = true
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      isBlocked ? route.abort('connectionrefused') : route.fulfill({ contentType: 'text/html', body: player }),
    )
    await startCourse(page)
    await outline(page, 'Video').first().click()
    await page.getByRole('button', { name: /^Putar video/ }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Video belum bisa dimuat.' })
    await expect(notice).toBeVisible()
    await expect(notice.getByRole('link', { name: 'Buka di YouTube' })).toHaveAttribute(
      'href',
      /^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/,
    )
    isBlocked = false
    await notice.getByRole('button', { name: 'Coba lagi' }).click()
    await expect(outline(page, 'Video').first()).toContainText('15:00')
    await expect(notice).toBeHidden()
  })

  test('says that YouTube does not play it', async ({ page }) => {
    const rejected = `<script>addEventListener('message', () => parent.postMessage(JSON.stringify({ event: 'onError', info: 150, id: 1 }), '*'))</script>`
    await page.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: rejected }),
    )
    await startCourse(page)
    await outline(page, 'Video').first().click()
    await page.getByRole('button', { name: /^Putar video/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'YouTube tidak memutar video ini di sini.' })).toBeVisible()
  })
})

test('a playing video stays visible on a phone while the page is scrolled', async ({ page }) => {
  await fakeYoutube(page)
  await startCourse(page)
  await outline(page, 'Video').first().click()
  await page.getByRole('button', { name: /^Putar video/ }).click()
  await outline(page, 'Artikel').last().scrollIntoViewIfNeeded()
  await expect(page.locator('.lesson-video iframe')).toBeInViewport({ ratio: 0.95 })
})

test('an article opens at its last position, shows a message, and can be scrolled to the beginning', async ({
  page,
}) => {
  await startCourse(page)
  await outline(page, 'Artikel').first().click()
  await expect(page.locator('.prose')).toBeVisible()
  const url = page.url()
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('cendaki-positions:'))))
    .toBe(true)
  // Opening other lessons does not change the position.
  await outline(page, 'Video').first().click()
  await outline(page, 'Artikel').first().click()
  await expect(page).toHaveURL(url)
  await expect(page.getByText('Lanjut dari bacaan terakhir')).toBeVisible()
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY - 700))).toBeLessThan(60)
  await page.getByRole('button', { name: 'Ke awal' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await outline(page, 'Artikel').last().click()
  await expect(page.getByText(/^Materi \d+ dari/)).toBeInViewport()
  await expect(page.getByText('Lanjut dari bacaan terakhir')).toBeHidden()
})

test.describe('without a network', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test('a saved lesson opens offline under its URL; an unsaved one shows a message; signing out deletes all local data', async ({
    page,
    network,
  }) => {
    await startCourse(page)
    await outline(page, 'Artikel').last().click()
    await expect(page.locator('.prose')).toBeVisible()
    const url = page.url()
    const lesson = await page.getByRole('heading', { level: 1 }).innerText()
    await controlledByServiceWorker(page)

    await network.goOffline()
    await page.goto(url)
    await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
    await ready(page)
    await network.goOnline()
    await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()

    await page.getByRole('button', { name: 'Simpan offline' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText('Tersimpan di perangkat ini.')).toBeVisible()
    await network.goOffline()
    await page.goto('about:blank')
    await page.goto(url)
    await expect(page.getByRole('heading', { level: 1, name: lesson })).toBeVisible()
    await ready(page)
    await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    await page.getByRole('button', { name: 'Mark as Completed' }).click()
    await page.getByLabel('Catatanmu').fill('Dibaca di kereta')
    await network.goOnline()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Tersimpan otomatis')).toBeVisible()

    await page.getByRole('button', { name: /^Akun/ }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('alertdialog', { name: 'Keluar dari akun?' }).getByRole('button', { name: 'Keluar' }).click()
    await expect(page).toHaveURL('/')
    await expect
      .poll(() =>
        page.evaluate(() =>
          Object.keys(localStorage).filter((key) => /cendaki-(positions|progress|note|reading|saved)/.test(key)),
        ),
      )
      .toEqual([])
  })

  test('a note written offline is sent from any other page once the network returns', async ({
    page,
    network,
    request,
  }) => {
    const { email, password } = await startCourse(page)
    await outline(page, 'Artikel').first().click()
    await expect(page.locator('.prose')).toBeVisible()
    await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    await network.goOffline()
    await page.getByLabel('Catatanmu').fill('Ditulis di kereta')
    await expect(page.getByText('Tersimpan di perangkat ini, dikirim saat online.')).toBeVisible()
    await page.goto('about:blank')
    await network.goOnline()
    await page.goto('/tips')

    const headers = await signInByCall(request, email, password)
    const courseId = /courses\/([^/]+)/.exec(pathname)?.[1] ?? ''
    const notes = async () => (await request.get(`/api/courses/${courseId}/notes`, { headers })).json()
    await expect
      .poll(notes)
      .toMatchObject({ data: [{ contentId: searchParams.get('materi'), text: 'Ditulis di kereta' }] })
    // The server has it before the browser gets the response.
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-note:'))))
      .toEqual([])
  })
})

test('text typed while a note is being saved is saved, also when the lesson is left meanwhile', async ({
  page,
  connection,
}) => {
  await startCourse(page)
  await outline(page, 'Artikel').first().click()
  await expect(page.locator('.prose')).toBeVisible()
  await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
  const url = page.url()
  await connection.slow(1_500)
  const firstSave = page.waitForRequest((request) => request.url().endsWith('/note') && request.method() === 'PUT')
  await page.getByLabel('Catatanmu').pressSequentially('satu')
  await firstSave
  await page.getByLabel('Catatanmu').pressSequentially(' dua')
  await outline(page, 'Artikel').last().click()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-note:'))))
    .toEqual([])
  await connection.restore()
  await page.goto(url)
  await expect(page.getByLabel('Catatanmu')).toHaveValue('satu dua')
})

test('a lesson in two tabs shows the note that the other one saved, and writes on from it', async ({
  page,
  context,
}) => {
  await startCourse(page)
  await outline(page, 'Artikel').first().click()
  await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText('Tersimpan otomatis')).toBeVisible()

  await page.getByLabel('Catatanmu').fill('Dari tab pertama')
  const loaded = other.waitForResponse((response) => response.url().endsWith('/notes'))
  await page.getByLabel('Catatanmu').blur()
  await loaded
  await expect(other.getByLabel('Catatanmu')).toHaveValue('Dari tab pertama')

  // A conflict would be an error in the console.
  const saved = other.waitForResponse((response) => response.url().endsWith('/note'))
  await other.getByLabel('Catatanmu').fill('Dari tab kedua')
  await other.getByLabel('Catatanmu').blur()
  expect((await saved).status()).toBe(200)
  await expect(page.getByLabel('Catatanmu')).toHaveValue('Dari tab kedua')
})

test.describe('with another device', () => {
  test.use({ expectedConsoleErrors: [/status of 409/] })

  test('a note changed on two devices keeps both texts', async ({ page, browser }) => {
    const person = await startCourse(page)
    await outline(page, 'Artikel').first().click()
    await expect(page.locator('.prose')).toBeVisible()
    await expect(page.getByText('Tersimpan otomatis')).toBeVisible()

    const other = await (await browser.newContext()).newPage()
    await beSignedIn(other, person.email, person.password)
    await other.goto(page.url())
    await other.getByLabel('Catatanmu').fill('Dari laptop')
    await other.getByLabel('Catatanmu').blur()
    await expect(other.getByText('Tersimpan otomatis')).toBeVisible()
    await other.context().close()

    await page.getByLabel('Catatanmu').fill('Dari ponsel')
    await page.getByLabel('Catatanmu').blur()
    await expect(page.getByLabel('Catatanmu')).toHaveValue('Dari laptop\n\nDari ponsel')
    await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Catatanmu')).toHaveValue('Dari laptop\n\nDari ponsel')
  })
})

test('the last lesson offers what is not completed yet, instead of the first lesson again', async ({
  page,
  request,
}) => {
  const { id, contentIds } = await publishCourse(request, {
    title: 'Tiga materi',
    lessons: ['Pembuka', 'Isi', 'Penutup'],
  })
  await studyAsNewStudent(page, id)
  await ready(page)
  await page.getByRole('button', { name: 'Mark as Completed' }).click()
  await expect(page.getByText('Progres tersimpan')).toBeVisible()
  await page.goto(`/courses/${id}/start?materi=${contentIds[2]}`)
  await ready(page)
  await page.getByRole('link', { name: 'Masih belum selesai Isi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Isi' })).toBeVisible()
})
