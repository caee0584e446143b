import type { EmitEvent } from '#server/integrations/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { GroupsDeps } from '#server/groups/index.ts'

export type MembersDeps = GroupsDeps & { learning: Learning; emitEvent: EmitEvent }
