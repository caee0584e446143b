import type { Api } from '#web/identity/index.ts'
import { askConfirm } from '#web/ui/alerts.tsx'
import { createPositionStore } from './position/position-store.ts'
import { sendPositions } from './position/send-positions.ts'
import { createProgressQueue } from './progress-queue.ts'
import { sendAllProgress } from './send-progress.ts'

/** Sends unsent progress before sign-out. If something cannot be sent, asks for confirmation; false cancels the sign-out. */
export async function flushBeforeSignOut(api: Api, userId: string): Promise<boolean> {
  await sendAllProgress(api, userId)
  await sendPositions(api, createPositionStore(localStorage, userId))
  const hasMarks = createProgressQueue(localStorage, userId).courses().length > 0
  const hasNotes = Object.keys(localStorage).some((key) => key.startsWith(`cendaki-note:${userId}:`))
  if (!hasMarks && !hasNotes) return true
  const what = hasMarks && hasNotes ? 'Progres dan catatan' : hasMarks ? 'Progres' : 'Catatan'
  const text = `${what} belajar yang belum terkirim ke server akan hilang dari perangkat ini.`
  return askConfirm({ title: 'Keluar dari akun?', text, confirmLabel: 'Keluar', danger: true })
}
