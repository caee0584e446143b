import type { ShownStatus } from '#contract/catalog/authoring.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const shown: Record<ShownStatus, { tone: BadgeTone; label: string }> = {
  published: { tone: 'success', label: 'Tayang' },
  draft: { tone: 'promo', label: 'Draf' },
  'in-review': { tone: 'promo', label: 'Diperiksa' },
  archived: { tone: 'neutral', label: 'Arsip' },
}

export const statusOptions = (Object.keys(shown) as ShownStatus[]).map((value) => ({
  value,
  label: shown[value].label,
}))

export function StatusBadge({ status }: { status: ShownStatus }) {
  const { tone, label } = shown[status]
  return <Badge tone={tone}>{label}</Badge>
}
