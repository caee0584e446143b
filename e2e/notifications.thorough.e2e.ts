import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { startPushService } from '#testing/push-service.ts'
import { violations } from './axe.ts'
import { apiAs, enrollNewStudent, publishCourse } from './courses.ts'
import { productOf } from './products.ts'
import { beSignedIn, expect, offlineConsoleErrors, ready, signUp, test } from './test.ts'

async function openSettings(page: Page): Promise<void> {
  await page.goto('/student/notifications')
  await ready(page)
}

/** Switches WhatsApp on; the sandbox of the product sends. */
async function switchWhatsAppOn(request: Parameters<typeof apiAs>[0]): Promise<void> {
  const api = await apiAs(request, 'admin@demo.id')
  const { updatedAt: _, ...shown } = (await api('GET', '/admin/settings')) as unknown as Record<string, unknown>
  await api('PUT', '/admin/settings', { ...shown, whatsapp: { ...(shown['whatsapp'] as object), enabled: true } })
}

test.describe('on a phone', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 800 }, expectedConsoleErrors: [/422/] })

  test('a student proves a WhatsApp number with a code, and an answer arrives there', async ({ page, request }) => {
    test.slow()
    await switchWhatsAppOn(request)
    const course = await publishCourse(request, { title: `Kelas WhatsApp ${Date.now()}`, lessons: ['Mulai'] })
    await enrollNewStudent(page, course.id)
    await openSettings(page)
    const whatsApp = page.getByRole('region', { name: 'WhatsApp' })
    await whatsApp.getByLabel('Nomor WhatsApp').fill('12')
    await whatsApp.getByRole('button', { name: 'Kirim Kode' }).click()
    await expect(whatsApp.getByText('Tulis nomor WhatsApp seperti')).toBeVisible()
    const digits = `812${String(Date.now()).slice(-8)}5`
    await whatsApp.getByLabel('Nomor WhatsApp').fill(`0${digits}`)
    await whatsApp.getByRole('button', { name: 'Kirim Kode' }).click()
    await expect(whatsApp.getByText(`Kode dikirim ke +62${digits}`)).toBeVisible()
    expect(await violations(page)).toEqual([])

    const phone = await page.context().newPage()
    const message = phone.getByRole('listitem').filter({ hasText: `+62${digits}` })
    const arrived = async (text: RegExp) => {
      await phone.goto('/sandbox/whatsapp/')
      return text.exec((await message.locator('.text').allTextContents()).join('\n'))?.[0] ?? null
    }
    await expect.poll(() => arrived(/\b\d{6}\b(?= adalah)/)).not.toBeNull()
    const code = (await arrived(/\b\d{6}\b(?= adalah)/)) ?? ''
    expect(await violations(phone)).toEqual([])
    await whatsApp.getByLabel('Kode 6 angka').fill(code === '123456' ? '654321' : '123456')
    await whatsApp.getByRole('button', { name: 'Simpan Nomor' }).click()
    await expect(whatsApp.getByText('Kodenya salah')).toBeVisible()
    await whatsApp.getByLabel('Kode 6 angka').fill(code)
    await whatsApp.getByRole('button', { name: 'Simpan Nomor' }).click()
    await expect(whatsApp.getByText(`Kabar dikirim ke +62${digits}`)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Jawaban untuk pertanyaanku' }).getByLabel('WhatsApp')).toBeChecked()

    await page.goto(`/courses/${course.id}/start`)
    await ready(page)
    await page.locator('#tanya-jawab').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Ajukan Pertanyaan' }).click()
    const form = page.getByRole('form', { name: 'Pertanyaan baru' })
    const title = `Sampai di ponsel ${Date.now()}`
    await form.getByLabel('Judul pertanyaan').fill(title)
    await form.getByLabel('Jelaskan pertanyaanmu').fill('Kok begitu?')
    await form.getByRole('button', { name: 'Kirim Pertanyaan' }).click()
    await expect(page.getByRole('button', { name: title })).toBeVisible()
    const [question] = (await course.api('GET', `/courses/${course.id}/questions`)) as unknown as { _id: string }[]
    await course.api('POST', `/questions/${question?._id}/answers`, { text: 'Begini caranya.' })
    await expect.poll(() => arrived(new RegExp(`Instruktur menjawab: ${title}`))).not.toBeNull()
    await message.filter({ hasText: title }).getByRole('link', { name: 'Buka' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('mails of a kind end with the link in the mail, signed out', async ({ page, request, browser, baseURL }) => {
    test.slow()
    const course = await publishCourse(request, { title: `Kelas email ${Date.now()}`, lessons: ['Mulai'] })
    const student = await enrollNewStudent(page, course.id)
    await page.goto(`/courses/${course.id}/start`)
    await ready(page)
    await page.locator('#tanya-jawab').scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Ajukan Pertanyaan' }).click()
    const form = page.getByRole('form', { name: 'Pertanyaan baru' })
    await form.getByLabel('Judul pertanyaan').fill('Satu email saja')
    await form.getByLabel('Jelaskan pertanyaanmu').fill('Kok begitu?')
    await form.getByRole('button', { name: 'Kirim Pertanyaan' }).click()
    await expect(page.getByRole('button', { name: 'Satu email saja' })).toBeVisible()
    const [question] = (await course.api('GET', `/courses/${course.id}/questions`)) as unknown as { _id: string }[]
    await course.api('POST', `/questions/${question?._id}/answers`, { text: 'Begini caranya.' })
    let link: string | null = null
    await expect.poll(async () => (link = await unsubscribeLink(student.email))).not.toBeNull()
    const visitor = await browser.newPage({
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 800 },
      serviceWorkers: 'block',
    })
    await visitor.goto(link ?? '')
    await ready(visitor)
    expect(await violations(visitor)).toEqual([])
    await visitor.getByRole('button', { name: /Berhenti/ }).click()
    await expect(visitor.getByText('Jawaban untuk pertanyaanku').first()).toBeVisible()
    await visitor.close()
    await openSettings(page)
    await expect(
      page.getByRole('group', { name: 'Jawaban untuk pertanyaanku' }).getByLabel('Email langsung'),
    ).not.toBeChecked()
  })
})

test.describe('settings', () => {
  test.use({ serviceWorkers: 'block', expectedConsoleErrors: [offlineConsoleErrors] })

  test('a switch shows its press at once and keeps the focus, and one that is not saved is undone', async ({
    page,
  }) => {
    const person = await signUp(page)
    await beSignedIn(page, person.email, person.password)
    await openSettings(page)
    const group = page.getByRole('group', { name: 'Jawaban untuk pertanyaanku' })
    const [mail, digest] = [group.getByLabel('Email langsung'), group.getByLabel('Ringkasan pagi')]
    const before = await mail.isChecked()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/me/notification-settings', async (route) => {
      await held.promise
      await route.abort('internetdisconnected')
    })
    await mail.press('Space')
    await expect(mail).toBeChecked({ checked: !before })
    await expect(mail).toBeFocused()
    held.resolve()
    await expect(page.getByText('Pengaturan belum tersimpan. Coba lagi.')).toBeVisible()
    await expect(mail).toBeChecked({ checked: before })
    await expect(mail).toBeFocused()

    await page.unroute('**/api/me/notification-settings')
    const wanted = [!(await mail.isChecked()), !(await digest.isChecked())] as const
    await mail.press('Space')
    await digest.press('Space')
    await expect(mail).toBeChecked({ checked: wanted[0] })
    await expect(digest).toBeChecked({ checked: wanted[1] })
  })

  test('asking for a new code or another WhatsApp number can be given up', async ({ page, request }) => {
    await switchWhatsAppOn(request)
    const person = await signUp(page)
    await beSignedIn(page, person.email, person.password)
    await openSettings(page)
    const whatsApp = page.getByRole('region', { name: 'WhatsApp' })
    await whatsApp.getByLabel('Nomor WhatsApp').fill(`0813${String(Date.now()).slice(-8)}`)
    await whatsApp.getByRole('button', { name: 'Kirim Kode' }).click()
    await expect(whatsApp.getByLabel('Kode 6 angka')).toBeFocused()
    await whatsApp.getByRole('button', { name: 'Minta kode baru' }).click()
    await expect(whatsApp.getByLabel('Nomor WhatsApp')).toBeFocused()
    await whatsApp.getByRole('button', { name: 'Batal' }).click()
    await expect(whatsApp.getByLabel('Kode 6 angka')).toBeFocused()
  })
})

async function unsubscribeLink(email: string): Promise<string | null> {
  const outbox = join(productOf(test.info()).dataDir, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter(
    (file) => !file.startsWith('.') && file.includes('-answer-'),
  )
  for (const name of names) {
    const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const link = /\/berhenti-email\/[\w.-]+/.exec(mail)?.[0]
    if (mail.includes(email) && link) return link
  }
  return null
}

async function fakePush(context: BrowserContext, baseURL: string | undefined, made: object): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: baseURL ?? '' })
  // Browsers subscribe at the push service of their maker, which no test reaches.
  await context.addInitScript((made) => {
    const counted = globalThis as unknown as { asked: number }
    counted.asked = 0
    const key = 'test-push'
    const own = { toJSON: () => made, unsubscribe: async () => (sessionStorage.removeItem(key), true) }
    // Browsers without a window refuse all notifications.
    let permission: NotificationPermission = sessionStorage.getItem(key) ? 'granted' : 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => ((counted.asked += 1), (permission = 'granted'))
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(key, 'on')
      return own as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () =>
      sessionStorage.getItem(key) ? (own as unknown as PushSubscription) : null
  }, made)
}

test('push is asked for after a press only, arrives encrypted, and a press opens the page', async ({
  page,
  context,
  baseURL,
}) => {
  const service = await startPushService()
  const subscription = service.subscribe()
  await fakePush(context, baseURL, { endpoint: subscription.endpoint, keys: subscription.keys })
  const person = await signUp(page)
  await beSignedIn(page, person.email, person.password)
  await openSettings(page)
  const push = page.getByRole('region', { name: 'Notifikasi peramban' })
  await expect(push.getByRole('button', { name: 'Aktifkan di peramban ini' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(0)
  await push.getByRole('button', { name: 'Aktifkan di peramban ini' }).click()
  await expect(push.getByRole('button', { name: 'Matikan di peramban ini' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Sertifikatku terbit' }).getByLabel('Di peramban')).toBeChecked()
  expect(await violations(page)).toEqual([])

  // The decrypted message is handed to the service worker, as the browser would. Browsers without a window show nothing.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const shown = await worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerScope
    return new Promise((resolve) => {
      scope.registration.showNotification = async (title, { body, data }) => resolve({ title, body, url: data.url })
      const data = { title: 'Instruktur menjawab: Halo', text: 'Begini.', url: '/student/notifications' }
      scope.dispatchEvent(new scope.PushEvent('push', { data: JSON.stringify(data) }))
    })
  })
  expect(shown).toEqual({ title: 'Instruktur menjawab: Halo', body: 'Begini.', url: '/student/notifications' })

  await push.getByRole('button', { name: 'Matikan di peramban ini' }).click()
  await expect(push.getByRole('button', { name: 'Aktifkan di peramban ini' })).toBeVisible()
  expect(service.failures).toEqual([])
  await service.close()
})

test.describe('a lost connection', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test('never shows push as on or off when the browser does the other', async ({ page, context, baseURL }) => {
    const service = await startPushService()
    const { endpoint, keys } = service.subscribe()
    await fakePush(context, baseURL, { endpoint, keys })
    const person = await signUp(page)
    await beSignedIn(page, person.email, person.password)
    await openSettings(page)
    const turnOn = page.getByRole('button', { name: 'Aktifkan di peramban ini' })
    const turnOff = page.getByRole('button', { name: 'Matikan di peramban ini' })
    const isSubscribed = () =>
      page.evaluate(
        async () => ((await (await navigator.serviceWorker.ready).pushManager.getSubscription()) ?? null) !== null,
      )
    const calls = /\/api\/me\/push/
    // Reading the page still succeeds.
    const loseChanges = (route: Route) => (route.request().method() === 'GET' ? route.continue() : route.abort())

    await page.route(calls, loseChanges)
    await turnOn.click()
    await expect(page.getByText('Belum berhasil. Periksa koneksi, lalu coba lagi.')).toBeVisible()
    await expect(turnOn).toBeVisible()
    await expect.poll(() => isSubscribed()).toBe(false)

    await page.unroute(calls)
    await turnOn.click()
    await expect(turnOff).toBeFocused()
    await page.route(calls, loseChanges)
    await openSettings(page)
    await expect(turnOff).toBeVisible()
    await turnOff.click()
    await expect(turnOn).toBeFocused()
    await expect.poll(() => isSubscribed()).toBe(false)
    await service.close()
  })
})

type ServiceWorkerScope = {
  dispatchEvent(event: Event): boolean
  PushEvent: new (type: string, init: { data: string }) => Event
  registration: { showNotification(title: string, options: { body: string; data: { url: string } }): Promise<void> }
}
