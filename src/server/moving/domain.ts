import { catalogPersonalData } from '#server/catalog/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { exportUsesMedia } from './stored-exports.ts'
import type { Moving } from './moving.ts'
import { courseFormatRoutes, exportRoutes, peopleRoutes } from './routes.ts'
import { importUsesMedia } from './stored-imports.ts'

export const movingDomain = {
  invariants: [],
  contribute: ({ database, moving }: { database: Database; moving: Moving }) => ({
    routes: {
      courseFormat: courseFormatRoutes(moving),
      siteExport: exportRoutes(moving),
      users: peopleRoutes(moving),
    },
    personalData: [catalogPersonalData({ database, imports: moving.stored })],
    purges: { 'course-imports': moving.stored.deleteOld, 'site-exports': moving.exports.deleteOld },
    uploadsInUse: [],
    mediaInUse: [importUsesMedia, exportUsesMedia],
    figures: [],
    dueWork: moving.dueWork,
    periodic: [],
  }),
}
