import { catalogPersonalData } from '#server/catalog/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { CourseFormat } from './course-format.ts'
import { courseFormatRoutes } from './routes.ts'
import { importUsesMedia } from './stored-imports.ts'

export const courseFilesDomain = {
  invariants: [],
  contribute: ({ database, courseFormat }: { database: Database; courseFormat: CourseFormat }) => ({
    routes: { courseFormat: courseFormatRoutes(courseFormat) },
    personalData: [catalogPersonalData({ database, imports: courseFormat.stored })],
    purges: { 'course-imports': courseFormat.stored.deleteOld },
    uploadsInUse: [],
    mediaInUse: [importUsesMedia],
    figures: [],
    dueWork: courseFormat.dueWork,
    periodic: [],
  }),
}
