/** Below 30 Beginner, below 70 Intermediate, else Advanced. */
export function progressLabel(percent: number): 'Beginner' | 'Intermediate' | 'Advanced' {
  if (percent < 30) return 'Beginner'
  return percent < 70 ? 'Intermediate' : 'Advanced'
}
