import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Media } from '#server/platform/media/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { CertificateDeps } from './certificates/deps.ts'
import type { Consents } from '#server/privacy/index.ts'
import type { VideoDeps } from './lessons/show-lesson.ts'

/** A finished course may finish a path, which issues its certificate. */
export type LearningDeps = CertificateDeps & {
  consents: Consents
  mail: Mail
  rateLimiter: RateLimiter
  media: Pick<Media, 'find' | 'read'>
  notifications: Pick<Notifications, 'withdraw'>
} & VideoDeps
