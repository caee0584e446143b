import { lessonFilesRoutes } from './attachments-routes.ts'
import type { Authoring } from './authoring.ts'
import { captionsRoutes } from './captions-routes.ts'
import { courseChapterRoutes } from './chapters-routes.ts'
import type { Database } from '#server/platform/database/index.ts'
import { reviewsPersonalData } from './review/personal-data.ts'
import { courseReviewRoutes } from './review/routes.ts'
import { authoringRoutes } from './routes.ts'

/** Its tables are those of `catalog`, and so is all that follows from them; those of the review are its own. */
export const authoringDomain = {
  invariants: [],
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
