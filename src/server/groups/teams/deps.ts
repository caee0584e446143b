import type { GroupsDeps } from '#server/groups/index.ts'
import type { EmitEvent } from '#server/integrations/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Library } from '#server/library/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { RateLimiter, Secret } from '#server/platform/protection/index.ts'

export type TeamsModuleDeps = GroupsDeps & {
  learning: Learning
  library: Library
  mail: Mail
  emitEvent: EmitEvent
  rateLimiter: RateLimiter
}
export type TeamsDeps = TeamsModuleDeps & { readLinkSecret: Secret }
