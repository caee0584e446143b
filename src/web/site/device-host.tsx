import { useEffect } from 'react'
import { removeFiles } from '#web/kit/device/file-store.ts'
import { listKeys } from '#web/kit/device/device-value.ts'
import { deviceSync, type SyncTask } from '#web/kit/device/sync.ts'
import { addSignOutStep, useApi, useSession, type Api } from '#web/identity/index.ts'
import { quizTask } from '#web/assessment/quiz-store.ts'
import { postTask } from '#web/conversation/post-store.ts'
import { noteTask } from '#web/learning/player/note-store.ts'
import { positionTask } from '#web/learning/player/position/position-store.ts'
import { progressTask } from '#web/learning/player/progress-task.ts'
import { listKeptWriting } from './kept-writing.ts'
import { keepPush } from './keep-push.ts'
import { OfflineHost } from './offline/offline-host.tsx'
import { listSavedOf, removeSavedOf } from './offline/saved-store.ts'
import { clearSearches } from './shell/recent-searches.ts'
import { readingTask } from '#web/library/reading-task.ts'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Everything that is sent from this device, and its name for the student; positions are not worth a question. */
const tasks: { task: SyncTask<unknown>; label: string | null }[] = [
  { task: progressTask, label: 'progres belajar' },
  { task: quizTask, label: 'jawaban kuis' },
  { task: noteTask, label: 'catatan' },
  { task: postTask, label: 'pertanyaan dan jawaban' },
  { task: readingTask, label: 'progres membaca' },
  { task: positionTask, label: null },
]

/** Those above, and the code of exercises, which is loaded where this device has some. */
async function tasksOf(userId: string): Promise<typeof tasks> {
  if (listKeys(`cendaki-exercise:${userId}:`).length === 0) return tasks
  // Without a connection it may not load.
  const loaded = await import('#web/exercises/exercise-store.ts').catch(() => null)
  return loaded ? [...tasks, { task: loaded.exerciseTask, label: 'kode latihan' }] : tasks
}

/** Manages the data stored on this device: sends what earlier visits left unsent, on any page, and clears the device on sign-out. */
export function DeviceHost() {
  const api = useApi()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.session.user._id : null

  useEffect(() => addSignOutStep({ losses: (leavingId) => findLosses(api, leavingId), clear }), [api])
  useEffect(() => {
    if (!userId) return
    const all = tasksOf(userId).then((found) => found.map(({ task }) => task))
    void all.then((found) => deviceSync.flush(api, userId, found))
    const online = async () => {
      const found = await all
      const hasUnsent = found.some((task) => task.unsent(userId).length > 0)
      if (hasUnsent && (await deviceSync.flush(api, userId, found)).length === 0)
        toast.success('Kembali online, progres disinkronkan.')
    }
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [api, userId])

  useEffect(() => {
    if (session.status === 'signed-in') void keepPush(api, session.session).catch(reportError)
  }, [api, session])

  return <OfflineHost clear={clear} />
}

async function findLosses(api: Api, userId: string): Promise<string> {
  const endLoading = showLoading()
  const found = await tasksOf(userId)
  const unsent = await deviceSync
    .flush(
      api,
      userId,
      found.map(({ task }) => task),
    )
    .finally(endLoading)
  const labels = found.flatMap(({ task, label }) => (label && unsent.includes(task) ? [label] : []))
  const savedCount = listSavedOf(userId).length
  const kept = listKeptWriting(userId)
  return [
    ...(savedCount > 0 ? [`${savedCount} materi tersimpan akan dihapus dari perangkat ini.`] : []),
    ...(labels.length > 0 ? [`Data yang belum terkirim ke server akan hilang: ${labels.join(', ')}.`] : []),
    ...(kept.length > 0 ? [`Yang hanya tersimpan di perangkat ini akan hilang: ${kept.join(', ')}.`] : []),
  ].join(' ')
}

async function clear(userId: string): Promise<void> {
  clearSearches()
  await removeFiles(userId)
  if ('caches' in globalThis) await removeSavedOf(userId).catch(reportError)
}
