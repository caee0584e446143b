import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

type Status = 'draft' | 'published' | 'archived'

const shown: Record<Status, { label: string; tone: BadgeTone }> = {
  draft: { label: 'Draf', tone: 'promo' },
  published: { label: 'Tayang', tone: 'success' },
  archived: { label: 'Diarsipkan', tone: 'neutral' },
}

export const LibraryStatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={shown[status].tone}>{shown[status].label}</Badge>
)
export const statusOptions = (['draft', 'published', 'archived'] as const).map((value) => ({
  value,
  label: shown[value].label,
}))
