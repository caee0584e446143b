import { roleLabels, type Role } from '#contract/kit/roles.ts'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const tones: Record<Role, BadgeTone> = { student: 'neutral', instructor: 'info', admin: 'promo' }

export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={tones[role]}>{roleLabels[role]}</Badge>
