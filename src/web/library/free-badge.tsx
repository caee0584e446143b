import { Badge } from '#web/kit/ui/badge.tsx'

/** Reads 'Gratis' and looks like the badge of free courses. */
export const FreeBadge = () => (
  <Badge tone="success">
    <span className="uppercase">Gratis</span>
  </Badge>
)
