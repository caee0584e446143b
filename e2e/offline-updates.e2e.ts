import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { keptIsLookedAfter, lookedAfter, openBook, saveOffline } from './keeping.ts'
import { demoPassword, expect, goOnline, ready, signIn, signUp, test } from './test.ts'

// What a browser without a network says by itself.
test.use({ viewport: { width: 1280, height: 700 }, expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

/** The product as it is, but for the name of its build once `deploy` was called: what the next version differs by. */
async function startFront(product: string): Promise<{ origin: string; deploy: () => void; close: () => void }> {
  let isNew = false
  const server: Server = createServer((request, response) => {
    const { hostname, port } = new URL(product)
    const onward = ask(
      { hostname, port, path: request.url, method: request.method, headers: { ...request.headers, 'accept-encoding': 'identity' } },
      (answer) => {
        const body: Buffer[] = []
        answer.on('data', (part: Buffer) => body.push(part))
        answer.on('end', () => {
          const text = Buffer.concat(body)
          const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = answer.headers
          response.writeHead(answer.statusCode ?? 500, headers)
          response.end(isNew && request.url === '/sw.js' ? text.toString().replace(/^const build = .*/, "const build = 'berikutnya'") : text)
        })
      },
    )
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: () => (isNew = true),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const shells = (page: Page) => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('cendaki-shell-')))

test('a new version announces itself, waits until the reader says so, and then takes over for good', async ({ page, baseURL }) => {
  const front = await startFront(baseURL ?? '')
  try {
    await page.goto(`${front.origin}/tips`)
    await ready(page)
    await lookedAfter(page)
    await page.reload()
    await ready(page)
    const news = page.getByText('Versi baru tersedia')
    await expect(news).toBeHidden()
    const before = await shells(page)
    expect(before).toHaveLength(1)

    front.deploy()
    await page.goto(`${front.origin}/e-books`)
    await expect(news).toBeVisible()
    await page.getByRole('button', { name: 'Nanti' }).click()
    await expect(news).toBeHidden()
    // Nothing changed under the reader's hands; the next page reminds.
    expect(await shells(page)).toContain(before[0])
    await page.goto(`${front.origin}/tips`)
    await expect(news).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Muat ulang' }).click()
    await reloaded
    await expect.poll(() => shells(page)).toEqual(['cendaki-shell-berikutnya'])
    await ready(page)
    await page.goto(`${front.origin}/e-books`)
    await ready(page)
    await page.waitForTimeout(1_500)
    await expect(news).toBeHidden()
  } finally {
    front.close()
  }
})

/** An e-book of the test's own, made as an admin makes one. */
async function publishBook(request: APIRequestContext, title: string) {
  const signedIn = await request.post('/api/sign-in', { data: { email: 'admin@demo.id', password: demoPassword } })
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.token}` }
  const send = async (method: string, path: string, data?: unknown) =>
    (await (await request.fetch(`/api/admin/ebooks${path}`, { method, headers, data })).json()).data
  const { _id: id } = await send('POST', '', { title, description: 'Buku untuk disimpan.' })
  const moduleId = (await send('POST', `/${id}/modules`, { title: 'Modul' })).modules[0]._id
  const topicId = (await send('POST', `/${id}/modules/${moduleId}/topics`, { title: 'Topik' })).modules[0].topics[0]._id
  const section = await send('POST', `/${id}/topics/${topicId}/sections`, {
    heading: 'Bagian lama',
    text: '<p>Kalimat lama.</p>',
    images: [{ image: '/uploads/tidak-ada.webp', caption: 'Peta' }],
  })
  await send('PATCH', `/${id}/status`, { status: 'published' })
  return {
    rewrite: (text: string) => send('PATCH', `/${id}/sections/${section._id}`, { text }),
    remove: () => send('DELETE', `/${id}`),
  }
}

test.describe('with something kept', () => {
  // So answer the e-book that is gone, and a picture that never was.
  test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|404 .*\/(api\/ebook|uploads)\//] })

  test('what is kept follows its original while other pages are read; what is gone leaves the device, and both are told', async ({
    page,
    context,
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
    await keptIsLookedAfter(page)

    await context.setOffline(true)
    await book.rewrite('<p>Kalimat baru.</p>')
    await goOnline(context)
    await expect(page.getByText(`“${title}” diperbarui di perangkat ini.`)).toBeVisible({ timeout: 20_000 })
    await context.setOffline(true)
    await page.goto(path)
    await expect(page.getByText('Kalimat baru.')).toBeVisible()
    await page.goto('/offline')
    await keptIsLookedAfter(page)

    await book.remove()
    await goOnline(context)
    await expect(page.getByText(`“${title}” tidak tersedia lagi dan dihapus dari perangkat ini.`)).toBeVisible({ timeout: 20_000 })
    expect(await page.evaluate(() => localStorage.getItem('cendaki-saved'))).toBe('[]')
  })
})

test('nothing of what one person kept and read is answered to the next one on the same device, with a network or without', async ({ page, context }) => {
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
    const kept = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))
      return caches_.flat().join('\n') + JSON.stringify({ ...localStorage })
    })
    return kept.includes(what)
  }
  expect(await page.evaluate(() => localStorage.getItem('session'))).not.toBe(firstSession)
  for (const trace of ['/api/', path, '/tips/membaca-pesan-galat', 'pemilik=', 'cendaki-reading']) expect([trace, await isThere(trace)]).toEqual([trace, false])

  await context.setOffline(true)
  for (const address of [path, '/tips/membaca-pesan-galat', '/student']) {
    await page.goto(address)
    await expect(page.getByText('Halaman itu belum tersimpan di perangkat ini.')).toBeVisible()
    await expect(page.getByText('Belum ada materi tersimpan.')).toBeVisible()
  }
  const asked = await page.evaluate(
    (address) =>
      fetch(address).then(
        ({ status }) => status,
        () => 'nothing',
      ),
    `/api${path.replace('/e-book/', '/ebook/')}`,
  )
  expect(asked).toBe('nothing')
  await goOnline(context)
  await page.goto(path)
  await expect(page.getByRole('progressbar', { name: 'Progres e-book' })).toHaveAttribute('aria-valuenow', '0')
})
