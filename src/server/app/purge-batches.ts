import type { AccountModule } from '#server/identity/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { PurgeBatch, PurgeName } from '#server/platform/retention/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { deleteOldColours } from '#server/platform/rich-text/index.ts'
import type { Uploads, UploadsInUse } from '#server/platform/uploads/index.ts'

type Old = { deleteOld: PurgeBatch }
type Deps = {
  database: Database
  account: Record<'deleteExpiredLinks' | 'deleteExpiredNonces' | 'deleteUnfinishedSteps', PurgeBatch> &
    Pick<AccountModule, 'deleteExpiredSessions'>
  rateLimiter: { deleteExpired: PurgeBatch }
  challenges: { deleteExpired: PurgeBatch }
  mail: Old
  notifications: Old & { deleteOldWhatsApp: PurgeBatch } & Pick<Notifications, 'keepPushOf'>
  webhooks: Old
  commerce: { transfers: { deleteOldProofs: PurgeBatch } }
  courseFormat: { stored: Old }
  uploads: Uploads
  uploadsInUse: readonly UploadsInUse[]
  media: Record<'deleteOldUploads' | 'deleteUnused', PurgeBatch>
  privacy: { requests: Old }
}

/** What deletes by each rule of src/server/platform/retention/rules.ts. */
export const purgeBatches = ({
  database,
  account,
  rateLimiter,
  challenges,
  mail,
  notifications,
  webhooks,
  commerce,
  courseFormat,
  uploads,
  uploadsInUse,
  media,
  privacy,
}: Deps): Record<PurgeName, PurgeBatch> => ({
  sessions: (before, limit) => account.deleteExpiredSessions(before, limit, notifications.keepPushOf),
  'mailed-links': account.deleteExpiredLinks,
  'google-nonces': account.deleteExpiredNonces,
  'sign-in-steps': account.deleteUnfinishedSteps,
  attempts: rateLimiter.deleteExpired,
  'solved-challenges': challenges.deleteExpired,
  mails: mail.deleteOld,
  notifications: notifications.deleteOld,
  'whatsapp-messages': notifications.deleteOldWhatsApp,
  'webhook-deliveries': webhooks.deleteOld,
  'transfer-proofs': commerce.transfers.deleteOldProofs,
  'course-imports': courseFormat.stored.deleteOld,
  'code-colours': (before, limit) => deleteOldColours(database, before, limit),
  'unused-uploads': (before, limit) => uploads.deleteUnused(uploadsInUse, before, limit),
  'video-uploads': media.deleteOldUploads,
  'unused-videos': media.deleteUnused,
  'privacy-requests': privacy.requests.deleteOld,
})
