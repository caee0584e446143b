export type ProgressLabel = 'Beginner' | 'Intermediate' | 'Advanced'

/** Below 30 Beginner, below 70 Intermediate, else Advanced. */
export function progressLabel(percent: number): ProgressLabel {
  if (percent < 30) return 'Beginner'
  return percent < 70 ? 'Intermediate' : 'Advanced'
}

/** Explains the label, because it reads like a level of difficulty. */
export function explainProgress(percent: number): string {
  if (percent === 0) return 'Belum mulai'
  if (percent < 30) return 'Baru mulai'
  if (percent < 70) return 'Setengah jalan'
  return percent < 100 ? 'Hampir selesai' : 'Selesai'
}
