import { lessonFilesRoutes } from './attachments-routes.ts'
import type { Authoring } from './authoring.ts'
import { captionsRoutes } from './captions-routes.ts'
import { courseChapterRoutes } from './chapters-routes.ts'
import { authoringRoutes } from './routes.ts'

/** Its tables are those of `catalog`, and so is all that follows from them. */
export const authoringDomain = {
  invariants: [],
  contribute: ({ authoring }: { authoring: Authoring }) => ({
    routes: {
      authoring: authoringRoutes(authoring),
      courseChapters: courseChapterRoutes(authoring),
      captions: captionsRoutes(authoring),
      lessonFiles: lessonFilesRoutes(authoring),
    },
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
