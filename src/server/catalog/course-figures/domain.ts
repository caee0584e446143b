import { courseNotFound } from '#server/catalog/index.ts'
import { endpoints } from '#server/endpoints.ts'
import { orNotFound, serve } from '#server/serve.ts'
import type { CourseFiguresModule } from './course-figures.ts'

const routes = (courseFigures: CourseFiguresModule) => ({
  showCourseFigures: serve(
    endpoints.courseFigures.showCourseFigures,
    async (viewer, input) => courseFigures.show(viewer, input),
    orNotFound(courseNotFound.message),
  ),
})

export const courseFiguresDomain = {
  invariants: [],
  contribute: ({ courseFigures }: { courseFigures: CourseFiguresModule }) => ({
    routes: { courseFigures: routes(courseFigures) },
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
