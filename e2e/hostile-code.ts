import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { openInTurn } from './exercise-runs.ts'
import type { Exercise } from './exercises.ts'
import { expect, test } from './test.ts'

// Code of an exercise that tries to harm, and what must be true afterwards.

/** A server that is not the product, and what it received during a test. */
export function listenOutside() {
  let server: Server
  let url = ''
  const received: string[] = []
  test.beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*').end('ok')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  test.afterAll(() => new Promise((resolve) => server.close(resolve)))
  test.beforeEach(() => void received.splice(0))
  return { outside: () => url, received: received as readonly string[] }
}

/** Logs requests of the frame; `csp` is the browser's word for what its policy kept back. */
function logFrameRequests(page: Page, outside: string) {
  const sent = new Map<Request, string>()
  page.on('request', (request) => {
    const { pathname, protocol, href } = new URL(request.url())
    const isOfFrame = request.frame() !== page.mainFrame() && pathname !== '/exercise-frame'
    if ((isOfFrame || href.startsWith(outside)) && !['data:', 'blob:', 'about:'].includes(protocol))
      sent.set(request, `${request.method()} ${href}`)
  })
  page.on('requestfailed', (request) => request.failure()?.errorText === 'csp' && sent.delete(request))
  return () => [...sent.values()]
}

const fileOf = { web: 'index.html', javascript: 'utama.js', sql: 'kueri.sql', python: 'utama.py' }
const testsOf = { python: "tes('selesai', lambda: harap(1).sama(1))" }

type Target = { page: Page; request: APIRequestContext; outside: string }

/** Runs code after code as one new student, each on a page that is loaded anew. What the frame sends is kept from the first run on. */
export function hostileRuns({ page, request, outside }: Target) {
  const open = openInTurn(page, request, 'Kelas jahat')
  let listSent: (() => string[]) | undefined
  return async (
    language: Exercise['language'],
    text: string,
    tests = language === 'python' ? testsOf.python : "tes('selesai', () => harap(1).sama(1))",
  ) => {
    const { url } = await open({ language, files: [{ path: fileOf[language], text }], tests })
    if (language === 'sql' || language === 'python') await page.getByRole('button', { name: /^Muat / }).click()
    const run = page.getByRole('button', { name: 'Jalankan' })
    await expect(run).toBeEnabled({ timeout: 60_000 })
    listSent ??= logFrameRequests(page, outside)
    await run.click()
    return { url, listSent }
  }
}

export const runHostile = (target: Target, ...code: Parameters<ReturnType<typeof hostileRuns>>) =>
  hostileRuns(target)(...code)

/** The page is as it was and answers, and neither an outside server nor the log of the network has anything from the frame. */
export async function expectUnharmed(
  page: Page,
  { url, listSent }: Awaited<ReturnType<typeof runHostile>>,
  received: readonly string[],
) {
  await expect(page).toHaveURL(url)
  await expect(page).toHaveTitle(/Latihan menjumlah/)
  await page.getByRole('tab', { name: 'Tugas' }).click()
  await expect(page.getByText('Jumlahkan dua angka.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  await expect.poll(listSent).toEqual([])
  expect(received).toEqual([])
}
