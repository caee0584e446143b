import { minuteMs, secondMs } from '#contract/kit/durations.ts'
import type { Challenges, RateLimiter } from '#server/platform/protection/index.ts'
import { deleteOldChoices } from '#server/platform/csv/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Media, Uploads } from '#server/platform/media/index.ts'
import { deleteOldColours } from '#server/platform/code-colours/index.ts'
import { mailRoutes, uploadRoutes } from './platform-routes.ts'

type Modules = {
  database: Database
  mail: Mail
  uploads: Uploads
  media: Media
  rateLimiter: RateLimiter
  challenges: Challenges
}

/** The platform as a domain: mails of an account are exported and erased by `account`. */
export const platformDomain = {
  invariants: [],
  contribute: ({ database, mail, uploads, media, rateLimiter, challenges }: Modules) => ({
    routes: { mail: mailRoutes(mail), uploads: uploadRoutes(uploads) },
    personalData: [],
    purges: {
      attempts: rateLimiter.deleteExpired,
      'solved-challenges': challenges.deleteExpired,
      mails: mail.deleteOld,
      'code-colours': (before: Date, limit: number) => deleteOldColours(database, before, limit),
      'column-choices': (before: Date, limit: number) => deleteOldChoices(database, before, limit),
      'video-uploads': media.deleteOldUploads,
    },
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: mail.dueWork,
    periodic: [
      { name: 'database-upkeep', everyMs: minuteMs, run: database.upkeep },
      { name: 'videos', everyMs: 5 * secondMs, run: media.sendOutgoing },
    ],
  }),
}
