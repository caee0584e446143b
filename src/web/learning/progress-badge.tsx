import { Badge } from '#web/kit/ui/badge.tsx'
import { explainProgress, progressLabel } from './progress-label.ts'

/** "Beginner · Baru mulai". */
export const ProgressBadge = ({ percent }: { percent: number }) => (
  <Badge tone={percent === 100 ? 'success' : 'info'}>
    {progressLabel(percent)} <span className="font-semibold">· {explainProgress(percent)}</span>
  </Badge>
)
