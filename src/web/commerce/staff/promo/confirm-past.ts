import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'

/** Asks before something is stored whose period is over already; true when it is not over, or was meant. */
export async function confirmPast(endsAt: unknown, what: string): Promise<boolean> {
  const end = typeof endsAt === 'string' ? Date.parse(endsAt) : Number.NaN
  // A text that is no time has its error at its field.
  if (Number.isNaN(end) || end > Date.now()) return true
  return askConfirm({
    title: 'Waktunya sudah lewat',
    text: `${what} ini berakhir sebelum sekarang, jadi tidak pernah berlaku. Tetap simpan?`,
    confirmLabel: 'Ya, simpan',
  })
}
