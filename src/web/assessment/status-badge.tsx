import {
  submissionStatusLabels,
  type AssignmentStatus,
  type SubmissionStatus,
} from '#contract/assessment/assignment-values.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const tones: Record<AssignmentStatus | SubmissionStatus, BadgeTone> = {
  none: 'neutral',
  waiting: 'info',
  revise: 'promo',
  accepted: 'success',
  replaced: 'neutral',
}

export const SubmissionBadge = ({ status }: { status: AssignmentStatus | SubmissionStatus }) => (
  <Badge tone={tones[status]}>{submissionStatusLabels[status]}</Badge>
)
