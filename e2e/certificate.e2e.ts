import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { jakartaAheadMs } from '#contract/kit/days.ts'
import { courseIdOf, studyAsNewStudent } from './courses.ts'
import { signInByCall } from './staff-calls.ts'
import { expect, idle, offlineConsoleErrors, test, thorough } from './test.ts'

const freeCourse = 'JavaScript lewat Proyek Kecil'

/** A new student in the player of a free course. */
async function startStudying(page: Page, name = 'Sari Dewi'): Promise<void> {
  await studyAsNewStudent(page, await courseIdOf(page, freeCourse), { name })
  await expect(page.getByText(/Materi 1 dari \d+/)).toBeVisible()
}

async function completeAll(page: Page): Promise<void> {
  const [, count] = /dari (\d+)/.exec(await page.getByText(/Materi 1 dari \d+/).innerText()) ?? []
  for (let number = 1; number <= Number(count); number++) {
    await expect(page.getByText(`Materi ${number} dari ${count}`)).toBeVisible()
    await page.getByRole('button', { name: 'Mark as Completed' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Kelas selesai!' })).toBeVisible()
}

test(
  'a completed course gives a certificate that can be verified offline',
  thorough,
  async ({ page, context, network }) => {
    await startStudying(page)
    await completeAll(page)
    const offered = page.getByRole('region', { name: 'Kelas lain yang mungkin cocok' })
    await expect(offered.getByRole('listitem')).toHaveCount(3)
    await expect(offered.getByRole('listitem').filter({ hasText: /Rp|Gratis/i })).toHaveCount(3)
    await expect(offered.getByText(freeCourse)).toHaveCount(0)

    await page.getByRole('button', { name: /^Ambil sertifikat/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Konfirmasi nama' })
    await expect(dialog.getByLabel('Nama di sertifikat')).toHaveValue('Sari Dewi')
    await dialog.getByLabel('Nama di sertifikat').fill('ab')
    await dialog.getByRole('button', { name: 'Terbitkan sertifikat' }).click()
    await expect(dialog.getByText('Nama minimal 3 karakter')).toBeVisible()
    await dialog.getByLabel('Nama di sertifikat').fill('Sari Dewi Lestari')
    await dialog.getByRole('button', { name: 'Terbitkan sertifikat' }).click()
    await expect(dialog).toBeHidden()

    await page.goto('/student/kelas-saya')
    await expect(page.getByText('100%')).toBeVisible()
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Unduh sertifikat/ }).click(),
    ])
    expect(pdf.suggestedFilename()).toBe('sertifikat-javascript-lewat-proyek-kecil-sari-dewi-lestari.pdf')
    await page.getByRole('link', { name: /^Sertifikat/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sari Dewi Lestari' })).toBeVisible()
    await expect(page.getByText('Sertifikat asli.')).toBeVisible()
    const linkedIn = new URL((await page.getByRole('link', { name: /^Tambah ke LinkedIn/ }).getAttribute('href')) ?? '')
    const [certificateId, today] = [
      new URL(page.url()).pathname.split('/').at(-1),
      await page.evaluate(() => Date.now()),
    ]
    expect(linkedIn.origin + linkedIn.pathname).toBe('https://www.linkedin.com/profile/add')
    expect(Object.fromEntries(linkedIn.searchParams)).toEqual({
      startTask: 'CERTIFICATION_NAME',
      name: freeCourse,
      organizationName: 'Cendaki',
      issueYear: new Date(today + jakartaAheadMs).toISOString().slice(0, 4),
      issueMonth: String(new Date(today + jakartaAheadMs).getUTCMonth() + 1),
      certUrl: page.url(),
      certId: certificateId,
    })
    const credential = await (await page.request.get(`/api/certificates/${certificateId}/credential`)).text()
    const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString())
    const course = await page.request.get(claims.credentialSubject.achievement.id, { maxRedirects: 0 })
    expect([course.status(), await course.text()], 'the course in the credential').toEqual([
      200,
      expect.stringContaining(freeCourse),
    ])
    await page.getByText('Periksa tanpa situs ini').click()
    const download = async (link: string, name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: link }).click()])
      const path = test.info().outputPath(name)
      await file.saveAs(path)
      return path
    }
    const [proof, verifier] = [
      await download('berkas tanda tangannya (JSON)', 'bukti.json'),
      await download('Unduh pemeriksa sertifikat', 'pemeriksa.html'),
    ]

    await network.goOffline()
    const page2 = await context.newPage()
    const asked: string[] = []
    page2.on('request', (request) => asked.push(new URL(request.url()).protocol))
    await page2.goto(pathToFileURL(verifier).href)
    const pdfFile = { name: 'sertifikat.pdf', mimeType: 'application/pdf', buffer: await readFile(await pdf.path()) }
    await page2.getByLabel('Berkas sertifikat (PDF, SVG, JSON, atau JWT)').setInputFiles(pdfFile)
    await expect(page2.getByRole('heading', { name: 'Asli', exact: true })).toBeVisible()
    await expect(page2.getByText('Sari Dewi Lestari')).toBeVisible()
    await expect(page2.getByText(/^Ditandatangani oleh .* sertifikat ini belum dicabut/)).toBeVisible()
    const text = await readFile(proof, 'utf8')
    await page2
      .getByLabel('Atau tempel isi berkas JSON')
      .fill(text.replace(/("signature": ")(.)/, (_, name, first) => `${name}${first === 'A' ? 'B' : 'A'}`))
    await page2.getByRole('button', { name: 'Periksa' }).click()
    await expect(page2.getByRole('heading', { name: 'Tidak asli' })).toBeVisible()
    await page2.getByLabel('Atau tempel isi berkas JSON').fill(text)
    await page2.getByRole('button', { name: 'Periksa' }).click()
    await expect(page2.getByRole('heading', { name: 'Asli', exact: true })).toBeVisible()
    await page2.getByLabel('Atau tempel isi berkas JSON').fill('{}')
    await page2.getByRole('button', { name: 'Periksa' }).click()
    await expect(page2.getByRole('heading', { name: 'Tidak bisa dibaca' })).toBeVisible()
    expect([...new Set(asked)]).toEqual(['file:'])

    await network.goOnline()
    const admin = await signInByCall(page.request, 'admin@demo.id')
    const revoked = await page.request.post(`/api/admin/certificates/${certificateId}/revoke`, {
      headers: admin,
      data: { reason: 'Terbit karena keliru' },
    })
    expect(revoked.status()).toBe(200)
    const newer = test.info().outputPath('pemeriksa-baru.html')
    await writeFile(newer, await (await page.request.get('/certificate/verifier.html')).body())
    await network.goOffline()
    await page2.goto(pathToFileURL(newer).href)
    await page2.getByLabel('Berkas sertifikat (PDF, SVG, JSON, atau JWT)').setInputFiles(pdfFile)
    await expect(page2.getByRole('heading', { name: 'Sudah dicabut' })).toBeVisible()
  },
)

test.describe('with the network lost', () => {
  test.use({ expectedConsoleErrors: [offlineConsoleErrors] })

  test(
    'completions are stored on the device through a reload, and are sent once the network is back',
    thorough,
    async ({ page, network }) => {
      await startStudying(page)
      await network.goOffline()
      await page.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(page.getByText(/Materi 2 dari/)).toBeVisible()
      await expect(page.getByText(/Belum tersambung. Progres tersimpan di perangkat ini/)).toBeVisible()
      await page.getByRole('button', { name: 'Mark as Completed' }).click()
      await expect(page.getByText(/Materi 3 dari/)).toBeVisible()
      const course = /\/courses\/([^/]+)/.exec(page.url())?.[1] ?? ''

      // The page is closed before the network is back; the queue survives.
      await page.goto('about:blank')
      await network.goOnline()
      const sent = page.waitForResponse((response) => response.url().endsWith(`/api/courses/${course}/completions`))
      await page.goto('/student/kelas-saya')
      expect((await sent).status()).toBe(200)
      await expect(page.getByText(/2 dari \d+ materi/)).toBeVisible()
      await expect
        .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cendaki-progress'))))
        .toEqual([])
    },
  )

  test('they are sent automatically when the network is back', thorough, async ({ page, network }) => {
    await startStudying(page)
    await network.goOffline()
    await page.getByRole('button', { name: 'Mark as Completed' }).click()
    await expect(page.getByText(/Belum tersambung/)).toBeVisible()
    await page.getByLabel('Catatanmu').fill('Ingat: selalu pakai const.')
    await expect(page.getByText('Tersimpan di perangkat ini, dikirim saat online.')).toBeVisible()
    await network.goOnline()
    await expect(page.getByText(/Belum tersambung/)).toBeHidden()
    await expect(page.getByText('Tersimpan otomatis, hanya kamu yang bisa melihatnya.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Catatanmu')).toHaveValue('Ingat: selalu pakai const.')
    await expect(page.getByText(/1 dari \d+ materi/)).toBeVisible()
  })
})

test('a note is saved on the server also when the device storage is full', thorough, async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key.startsWith('cendaki-note')) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await startStudying(page)
  const note = page.getByLabel('Catatanmu')
  const sent = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/note'),
  )
  await note.fill('Tetap tercatat.')
  await expect(note).toHaveValue('Tetap tercatat.')
  expect((await sent).ok()).toBe(true)
  await page.reload()
  await expect(note).toHaveValue('Tetap tercatat.')
})

test('the player has keyboard shortcuts, except while typing or when they are disabled', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await startStudying(page)
  await idle(page)
  await page.keyboard.press('n')
  await expect(page.getByText(/Materi 2 dari/)).toBeVisible()
  await page.getByLabel('Catatanmu').fill('n')
  await page.getByLabel('Catatanmu').press('p')
  await expect(page.getByText(/Materi 2 dari/)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('p')
  await expect(page.getByText(/Materi 1 dari/)).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByText(/Materi 2 dari/)).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('banner')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Pintasan keyboard' })
  await list.getByLabel('Pakai pintasan satu huruf').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await idle(page)
  // The URL names the lesson: after a reload the page would show the next one.
  await page.reload()
  await expect(page.getByText(/Materi 2 dari/)).toBeVisible()
})
