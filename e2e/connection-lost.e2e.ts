import type { Page } from '@playwright/test'
import { publishCourse } from './courses.ts'
import { openBook, saveOffline, controlledByServiceWorker } from './offline-copies.ts'
import { signInByCall } from './staff-calls.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, signIn, signUp, test, thorough } from './test.ts'

test.use({ viewport: { width: 1280, height: 700 }, expectedConsoleErrors: [offlineConsoleErrors] })

const lostConnection = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tidak tersambung' })

test(
  'without a network, pages that are opened by a link show the lost connection and the saved items, and load by themselves when it returns',
  thorough,
  async ({ page, network }) => {
    await openBook(page)
    await saveOffline(page)
    await page.goto('/tips')
    await ready(page)
    const header = page.getByRole('banner')
    for (const [link, heading] of [
      ['Flash Sale', 'Flash Sale'],
      ['E-Book', 'E-book'],
    ] as const) {
      // Loads the code of the page, so that only its data is missing without a network.
      await header.getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
    await network.goOffline()
    await header.getByRole('link', { name: 'Flash Sale' }).click()
    await expect(lostConnection(page)).toBeVisible()
    await expect(page.getByRole('main').getByText(/server|500|Failed to load/)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Git Tanpa Panik/ })).toBeVisible()
    // The retry leads to the offline page while the network is missing, and that to the page once it is back.
    await page.getByRole('link', { name: 'Coba lagi' }).click()
    await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
    await ready(page)
    await network.goOnline()
    await expect(page.getByRole('heading', { level: 1, name: 'Flash Sale' })).toBeVisible()
    await ready(page)

    // A page whose code was never loaded.
    await network.goOffline()
    await header.getByRole('link', { name: /ke beranda/ }).click()
    await expect(lostConnection(page)).toBeVisible()
    await network.goOnline()
    await expect(page.getByRole('heading', { name: 'Kelas pilihan' })).toBeVisible()
  },
)

test(
  'a page that was opened while the connection was lost for a moment loads by itself',
  thorough,
  async ({ page, connection }) => {
    await page.goto('/tips')
    await ready(page)
    // It has the code that loads the page again.
    await controlledByServiceWorker(page)
    // The connection is back before the page asks whether it is.
    await page.route('**/api/serving', async (route) => {
      await connection.restore()
      await route.continue()
    })
    await connection.cut()
    await page.getByRole('banner').getByRole('link', { name: 'Flash Sale' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Flash Sale' })).toBeVisible()
  },
)

test(
  'a page that fails to load itself once more stays, says so, and loads when the connection is back',
  thorough,
  async ({ page, request, context }) => {
    const course = await publishCourse(request, { title: `Tetap tampil ${Date.now()}`, lessons: ['Pembuka'] })
    await beSignedIn(page, 'pengajar@demo.id')
    await page.goto(`/admin/course/detail/${course.id}`)
    const toDraft = page.getByRole('button', { name: 'Jadikan draf' })
    await expect(toDraft).toBeVisible()
    const ownData = `**/api/admin/courses/${course.id}*`
    await page.route(ownData, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
    await toDraft.click()
    await expect(page.getByText('Tidak tersambung. Yang tampil belum tentu yang terbaru.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: course.title })).toBeVisible()
    await page.unroute(ownData)
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Tayangkan', exact: true })).toBeVisible()
  },
)

test('without a network, pages of the student area say so inside their layout', thorough, async ({ page, network }) => {
  const { email, password } = await signUp(page)
  await beSignedIn(page, email, password)
  await page.goto('/student/kelas-saya')
  await ready(page)
  const menu = page.getByRole('navigation', { name: 'Menu siswa' })
  await menu.getByRole('link', { name: 'Transaksi' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transaksi' })).toBeVisible()
  // It has the code that loads the page again.
  await controlledByServiceWorker(page)
  await network.goOffline()
  await menu.getByRole('link', { name: 'Kelas Saya' }).click()
  await expect(page.getByText('Tidak tersambung').last()).toBeVisible()
  await expect(menu).toBeVisible()
  await network.goOnline()
  await expect(page.getByRole('heading', { level: 1, name: 'Kelas Saya' })).toBeVisible()
})

test(
  'what waits on the device is sent from a page that was opened offline, once the network returns',
  thorough,
  async ({ page, network, request }) => {
    const { email, password } = await signUp(page)
    await beSignedIn(page, email, password)
    await page.goto('/kelas?type=free')
    await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
    await ready(page)
    await page.getByRole('button', { name: 'Mulai Belajar' }).click()
    await page.waitForURL(/\/start/)
    await controlledByServiceWorker(page)
    await expect(page.getByText('Tersimpan otomatis')).toBeVisible()
    const courseId = /courses\/([^/]+)/.exec(page.url())?.[1] ?? ''
    await network.goOffline()
    await page.getByRole('button', { name: 'Mark as Completed' }).click()
    await expect(page.getByText(/dikirim saat online/).first()).toBeVisible()
    // A new document: nothing of the player is in memory any more.
    await page.goto('/kelas')
    await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
    await ready(page)
    await network.goOnline()

    const headers = await signInByCall(request, email, password)
    const progress = async () =>
      (await request.get(`/api/courses/${courseId}/progress`, { headers })).json() as Promise<{
        data: { completedContentIds: string[] }
      }>
    await expect.poll(async () => (await progress()).data.completedContentIds.length).toBe(1)
  },
)

test('a note that could not be loaded is not shown as waiting to be sent', thorough, async ({ page }) => {
  const { email, password } = await signUp(page)
  await signIn(page, email, password)
  await page.route(/\/api\/courses\/[^/]+\/notes$/, (route) => route.abort())
  await page.goto('/kelas?type=free')
  await page.getByRole('main').getByRole('link', { name: 'JavaScript lewat Proyek Kecil' }).click()
  await ready(page)
  await page.getByRole('button', { name: 'Mulai Belajar' }).click()
  await page.waitForURL(/\/start/)
  await expect(page.getByText('Catatan lama belum bisa dimuat.')).toBeVisible()
  await expect(page.getByText(/dikirim saat online/)).toHaveCount(0)
})
