import type { Role } from '#contract/identity.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const shown: Record<Role, { label: string; tone: BadgeTone }> = {
  student: { label: 'Siswa', tone: 'neutral' },
  instructor: { label: 'Instruktur', tone: 'info' },
  admin: { label: 'Admin', tone: 'promo' },
}

export const roleLabel = (role: Role): string => shown[role].label
export const RoleBadge = ({ role }: { role: Role }) => <Badge tone={shown[role].tone}>{shown[role].label}</Badge>
