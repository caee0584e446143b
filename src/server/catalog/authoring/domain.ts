import { lessonFilesRoutes } from './attachments-routes.ts'
import type { Authoring } from './authoring.ts'
import { captionsRoutes } from './captions-routes.ts'
import { courseChapterRoutes } from './chapters-routes.ts'
import type { Database, Invariant } from '#server/platform/database/index.ts'
import { reviewsPersonalData } from './review/personal-data.ts'
import { courseReviewRoutes } from './review/routes.ts'
import { authoringRoutes } from './routes.ts'

/** Its tables are those of `catalog`, and so is all that follows from them; those of the review are its own. */
export const authoringDomain = {
  invariants: [
    [
      'a course that waits for its review is a draft',
      `select r.course_id from course_reviews r join courses c on c.id = r.course_id where r.state = 'waiting' and c.status <> 'draft'`,
    ],
  ] satisfies readonly Invariant[],
  contribute: ({ authoring, database }: { authoring: Authoring; database: Database }) => ({
    routes: {
      authoring: authoringRoutes(authoring),
      courseReview: courseReviewRoutes(authoring),
      courseChapters: courseChapterRoutes(authoring),
      captions: captionsRoutes(authoring),
      lessonFiles: lessonFilesRoutes(authoring),
    },
    personalData: [reviewsPersonalData({ database })],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
