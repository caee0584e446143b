import { roleLabels } from '#contract/kit/format/labels.ts'
import type { Role } from '#contract/identity/roles.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const tones: Record<Role, BadgeTone> = { student: 'neutral', instructor: 'info', admin: 'promo' }

export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={tones[role]}>{roleLabels[role]}</Badge>
