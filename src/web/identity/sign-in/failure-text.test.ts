import { expect, test } from 'vitest'
import { createBrowserApi } from '#web/identity/api.ts'
import { failureText } from './failure-text.ts'
import { noSessions } from '#web/identity/session/session-store.ts'

const textOf = (error: unknown) => failureText(error, 'Belum tersimpan.', 'Koneksi terputus.')
const failureOf = (work: () => unknown): Promise<unknown> =>
  (async () => work())().then(
    () => null,
    (error: unknown) => error,
  )

test('a request that gets no response is a lost connection', async () => {
  // Nothing listens on port 1.
  const { anonymous } = createBrowserApi('http://127.0.0.1:1/api', noSessions)
  expect(textOf(await failureOf(() => anonymous.site.showSite()))).toBe('Koneksi terputus.')
})

test('a request that takes too long is a lost connection', () => {
  expect(textOf(new DOMException('signal timed out', 'TimeoutError'))).toBe('Koneksi terputus.')
})

test('an error of the program is not a lost connection', async () => {
  const malformed: { user: { name: string } } = JSON.parse('{}')
  expect(textOf(await failureOf(() => malformed.user.name))).toBe('Belum tersimpan.')
})
