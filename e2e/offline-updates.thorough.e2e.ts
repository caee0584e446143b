import type { APIRequestContext, Page } from '@playwright/test'
import { offlineSyncReady, controlledByServiceWorker, openBook, saveOffline } from './offline-copies.ts'
import { startProxy } from './proxy.ts'
import { signInByCall } from './staff-calls.ts'
import { expect, offlineConsoleErrors, ready, signIn, signUp, test } from './test.ts'

// Console errors of a browser without a network.
test.use({ viewport: { width: 1280, height: 700 }, expectedConsoleErrors: [offlineConsoleErrors] })

/** A proxy to the product that changes the build name in the service worker after `deploy`, like a new version. */
async function startUpdatingProxy(product: string): Promise<{ origin: string; deploy: () => void; close: () => void }> {
  let isNew = false
  const proxy = await startProxy(product, (path, body, response) =>
    response.end(
      isNew && path === '/sw.js' ? body.toString().replace(/^const build = .*/, "const build = 'berikutnya';") : body,
    ),
  )
  return { ...proxy, deploy: () => (isNew = true) }
}

const shells = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('cendaki-shell-')))

test('a new version is announced, activated only after confirmation, and stays active', async ({ page, baseURL }) => {
  const proxy = await startUpdatingProxy(baseURL ?? '')
  try {
    await page.goto(`${proxy.origin}/tips`)
    await ready(page)
    await controlledByServiceWorker(page)
    await page.reload()
    await ready(page)
    const news = page.getByText('Versi baru tersedia')
    await expect(news).toBeHidden()
    const before = await shells(page)
    expect(before).toHaveLength(1)

    proxy.deploy()
    await page.goto(`${proxy.origin}/e-books`)
    await expect(news).toBeVisible()
    await page.getByRole('button', { name: 'Nanti' }).click()
    await expect(news).toBeHidden()
    // The old version stays active, and the next page shows the message again.
    await expect.poll(() => shells(page)).toContain(before[0])
    await page.goto(`${proxy.origin}/tips`)
    await expect(news).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Muat ulang' }).click()
    await reloaded
    await expect.poll(() => shells(page)).toEqual(['cendaki-shell-berikutnya'])
    await ready(page)
    await page.goto(`${proxy.origin}/e-books`)
    await offlineSyncReady(page)
    // A completed check for updates finds no other version to announce.
    const isUpdating = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      return registration.installing !== null || registration.waiting !== null
    })
    expect(isUpdating).toBe(false)
    await expect(news).toBeHidden()
  } finally {
    proxy.close()
  }
})

/** Creates an e-book through the admin API. */
async function publishBook(request: APIRequestContext, title: string) {
  const headers = await signInByCall(request, 'admin@demo.id')
  const send = async (method: string, path: string, data?: unknown) =>
    (await (await request.fetch(`/api/admin/ebooks${path}`, { method, headers, data })).json()).data
  const { _id: id } = await send('POST', '', { title, description: 'Buku untuk disimpan.' })
  const moduleId = (await send('POST', `/${id}/modules`, { title: 'Modul' })).modules[0]._id
  const topicId = (await send('POST', `/${id}/modules/${moduleId}/topics`, { title: 'Topik' })).modules[0].topics[0]._id
  const section = await send('POST', `/${id}/topics/${topicId}/sections`, {
    heading: 'Bagian lama',
    text: '<p>Kalimat lama.</p>',
    images: [{ image: '/uploads/00000000-0000-4000-8000-000000000000.webp', caption: 'Peta' }],
  })
  await send('PATCH', `/${id}/status`, { status: 'published' })
  return {
    rewrite: (text: string) => send('PATCH', `/${id}/sections/${section._id}`, { text }),
    remove: () => send('DELETE', `/${id}`),
  }
}

test.describe('with offline copies', () => {
  // The deleted e-book and the missing picture return 404.
  test.use({ expectedConsoleErrors: [[offlineConsoleErrors, /404 .*\/(api\/ebook|uploads)\//], { scope: 'test' }] })

  test('an offline copy is updated with its original on any page and deleted with it, and the user is notified of both', async ({
    page,
    network,
    request,
  }) => {
    const title = `Buku Simpanan ${Date.now()}`
    const book = await publishBook(request, title)
    const account = await signUp(page)
    await signIn(page, account.email, account.password)
    const path = await openBook(page, title)
    await expect(page.getByText('Gambar tidak bisa dimuat.')).toBeVisible()
    await saveOffline(page)
    await page.goto('/tips')
    await offlineSyncReady(page)

    await network.goOffline()
    await book.rewrite('<p>Kalimat baru.</p>')
    await network.goOnline()
    await expect(page.getByText(`“${title}” diperbarui di perangkat ini.`)).toBeVisible()
    await network.goOffline()
    await page.goto(path)
    await expect(page.getByText('Kalimat baru.')).toBeVisible()
    await page.goto('/offline')
    await offlineSyncReady(page)

    await book.remove()
    await network.goOnline()
    await expect(page.getByText(`“${title}” tidak tersedia lagi dan dihapus dari perangkat ini.`)).toBeVisible({
      timeout: 20_000,
    })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('cendaki-saved'))).toBeNull()
  })
})

test('copies and progress of one user are not served to the next user on the same device, online or offline', async ({
  page,
  network,
}) => {
  const [first, second] = [await signUp(page, { name: 'Ayu Pertama' }), await signUp(page, { name: 'Budi Kedua' })]
  await signIn(page, first.email, first.password)
  const firstSession = await page.evaluate(() => localStorage.getItem('session'))
  const path = await openBook(page)
  await saveOffline(page)
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await expect(page.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '11')
  await page.goto('/tips/membaca-pesan-galat')
  await ready(page)
  await saveOffline(page)
  await page.getByRole('button', { name: /^Akun/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog', { name: 'Keluar dari akun?' }).getByRole('button', { name: 'Keluar' }).click()
  await expect(page.getByRole('button', { name: /^Akun/ })).toBeHidden()

  await signIn(page, second.email, second.password)
  const isThere = async (what: string) => {
    const stored = await page.evaluate(async () => {
      const caches_ = await Promise.all(
        (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
      return caches_.flat().join('\n') + JSON.stringify({ ...localStorage })
    })
    return stored.includes(what)
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).not.toBe(firstSession)
  for (const trace of ['/api/', path, '/tips/membaca-pesan-galat', 'pemilik=', 'cendaki-reading'])
    expect([trace, await isThere(trace)]).toEqual([trace, false])

  await network.goOffline()
  for (const url of [path, '/tips/membaca-pesan-galat', '/student']) {
    await page.goto(url)
    await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
    await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
  }
  const asked = await page.evaluate(
    (url) =>
      fetch(url).then(
        ({ status }) => status,
        () => 'nothing',
      ),
    `/api${path.replace('/e-book/', '/ebook/')}`,
  )
  expect(asked).toBe('nothing')
  // The page that was not saved would load by itself.
  await page.goto('about:blank')
  await network.goOnline()
  await page.goto(path)
  await expect(page.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '0')
})
