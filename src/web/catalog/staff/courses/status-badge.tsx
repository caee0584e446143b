import type { CourseStatus } from '#contract/catalog/authoring.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const shown: Record<CourseStatus, { tone: BadgeTone; label: string }> = {
  published: { tone: 'success', label: 'Tayang' },
  draft: { tone: 'promo', label: 'Draf' },
  archived: { tone: 'neutral', label: 'Arsip' },
}

export const statusOptions = (Object.keys(shown) as CourseStatus[]).map((value) => ({
  value,
  label: shown[value].label,
}))

export function StatusBadge({ status }: { status: CourseStatus }) {
  const { tone, label } = shown[status]
  return <Badge tone={tone}>{label}</Badge>
}
