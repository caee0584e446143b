import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/identity/identity.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import { createBrowserApi } from '#web/identity/api.ts'
import { recordSignOut } from './clear-device.ts'
import { currentRequest, mayGoOn, rememberUser } from './login-requests.ts'
import { createSessionStore } from './session-store.ts'
import { withLogin } from './with-login.ts'

const reload = vi.fn<() => void>()
beforeEach(() => {
  fakeBrowser()
  reload.mockReset()
  vi.stubGlobal('location', { pathname: '/', reload })
})
afterEach(() => void vi.unstubAllGlobals())

const sessionOf = (id: string, token = `token of ${id}`) =>
  ({ token, role: 'student', user: { _id: id, name: id, avatar: '' } }) as unknown as Session

/** A page of somebody, whose calls the server answers with this failure until that person signs in anew. */
async function situation(failure: { status: number; code: string }, of: Session | null = sessionOf('sari')) {
  const arrived: (string | null)[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const by = request.headers.get('authorization')
    arrived.push(by)
    const isRejected = by === null || by === `Bearer ${of?.token}`
    return isRejected
      ? Response.json({ success: false, code: failure.code, message: 'Ditolak.' }, { status: failure.status })
      : Response.json({ success: true, data: null })
  })
  const sessions = createSessionStore()
  if (of) await sessions.save(of)
  const { authenticated } = createBrowserApi('https://cendaki.example/api', sessions)
  const save = withLogin(() =>
    authenticated.learning.saveReview({ id: crypto.randomUUID(), rating: 5, text: '', showName: true }),
  )
  const signIn = async (session: Session) => {
    await vi.waitFor(() => expect(currentRequest()).not.toBeNull())
    await sessions.save(session)
    currentRequest()?.answer(session)
  }
  return { arrived, save, signIn }
}

const ended = { status: 401, code: 'unauthorized' }

test('what an expired session rejected is repeated once its user has signed in again', async () => {
  const { arrived, save, signIn } = await situation(ended)
  await signIn(sessionOf('sari', 'another token'))
  await save
  expect([arrived, reload.mock.calls.length]).toEqual([['Bearer token of sari', 'Bearer another token'], 0])
})

test('what a person was saving is never repeated as somebody else who signs in; the page is loaded again', async () => {
  const { arrived, save, signIn } = await situation(ended)
  await signIn(sessionOf('budi'))
  await expect(save).rejects.toMatchObject({ status: 401 })
  expect(reload).toHaveBeenCalledOnce()
  expect(arrived).toEqual(['Bearer token of sari'])
})

test('the same holds for who signs in instead of giving a fresh proof', async () => {
  const { arrived, save, signIn } = await situation({ status: 403, code: 'step-up-required' })
  await vi.waitFor(() => expect(currentRequest()?.needsProof).toBe(true))
  currentRequest()?.answer({ reason: 'Masuk lagi.' })
  await vi.waitFor(() => expect(currentRequest()?.needsProof).toBeUndefined())
  await signIn(sessionOf('budi'))
  await expect(save).rejects.toMatchObject({ status: 403 })
  expect(reload).toHaveBeenCalledOnce()
  expect(arrived).toEqual(['Bearer token of sari'])
})

test.each([
  { now: 'budi', reloads: 1 },
  { now: 'sari', reloads: 0 },
])(
  'a page of sari that finds $now signed in by another tab is loaded again $reloads times',
  async ({ now, reloads }) => {
    rememberUser('sari')
    expect(await mayGoOn(Promise.resolve(sessionOf(now)))).toBe(reloads === 0)
    expect(reload).toHaveBeenCalledTimes(reloads)
  },
)

test('what a visitor was doing goes on after the sign-in, whoever had signed out before', async () => {
  const { save: byFirst, signIn: asFirst } = await situation(ended)
  await asFirst(sessionOf('sari', 'another token'))
  await byFirst
  recordSignOut('sari')
  const { arrived, save, signIn } = await situation(ended, null)
  await signIn(sessionOf('budi'))
  await save
  expect([arrived, reload.mock.calls.length]).toEqual([[null, 'Bearer token of budi'], 0])
})
