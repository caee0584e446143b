import { roleLabels } from '#contract/labels.ts'
import type { Role } from '#contract/roles.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Record<Role, BadgeTone> = { student: 'neutral', instructor: 'info', admin: 'promo' }

export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={tones[role]}>{roleLabels[role]}</Badge>
