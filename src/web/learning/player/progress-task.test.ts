import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApiClient, type FailureData } from '#contract/client.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import type { Api } from '#web/identity/index.ts'
import { pendingChanges, progressStore, queueChange } from './progress-store.ts'
import { progressTask } from './progress-task.ts'

beforeEach(() => void fakeBrowser())
afterEach(() => void vi.unstubAllGlobals())

const course = '5b0e7a35-8f0c-4c0e-9a53-1d1f0c9d1a01'
const [open, closed, quiz] = ['0a', '0b', '0c'].map((end) => `5b0e7a35-8f0c-4c0e-9a53-1d1f0c9d1a${end}`)

/** The server's part of applying changes, on the wire: it names the first lesson that it does not take, and then applies nothing. */
function serverWith(refusals: Readonly<Record<string, { status: number; code: string }>>) {
  const applied: string[] = []
  const fetch = async (request: Request) => {
    const { changes } = (await request.json()) as { changes: { contentId: string }[] }
    const lessonIds = changes.map(({ contentId }) => contentId)
    for (const contentId of lessonIds) {
      const refusal = refusals[contentId]
      if (!refusal) continue
      const data: FailureData<'learning', 'applyCompletionChanges', 'COMPLETED_BY_RESULT'> = { contentId }
      return Response.json({ success: false, code: refusal.code, message: 'Ditolak.', ...data }, refusal)
    }
    applied.push(...lessonIds)
    const data = { percent: 0, completedContentIds: lessonIds, lastContentId: null }
    return Response.json({ success: true, data })
  }
  const authenticated = createApiClient({ baseUrl: 'https://cendaki.example/api', fetch })
  return { api: { authenticated } as Api, applied }
}

async function send(api: Api) {
  const { result, confirm } = await progressTask.send(api, 'sari', course)
  confirm?.()
  return result.kind
}

const complete = (...lessonIds: (string | undefined)[]) =>
  lessonIds.forEach((lessonId = '') =>
    queueChange('sari', course, lessonId, { completed: true, markedAt: '2026-11-21T03:00:00.000Z' }),
  )

const refusals = {
  [closed ?? '']: { status: 403, code: 'lesson-closed' },
  [quiz ?? '']: { status: 409, code: 'completed-by-result' },
}

test('lessons that are closed, or completed by their result, do not keep the other completions of the course from the server', async () => {
  const server = serverWith(refusals)
  complete(closed, quiz, open)
  expect(await send(server.api)).toBe('sent')
  expect([server.applied, progressStore.list('sari')]).toEqual([[open], []])
})

test('a course of which only closed lessons were completed has nothing left to send, and the student is told', async () => {
  const server = serverWith(refusals)
  complete(closed)
  expect(await send(server.api)).toBe('closed')
  expect([server.applied, pendingChanges('sari', course)]).toEqual([[], {}])
})

test('without access to the course nothing stays queued', async () => {
  const server = serverWith({ [open ?? '']: { status: 403, code: 'not-enrolled' } })
  complete(open, closed)
  expect(await send(server.api)).toBe('rejected')
  expect(progressStore.list('sari')).toEqual([])
})
