import { gradingRoutes, submissionsRoutes } from './assignments/routes.ts'
import { usesMedia } from './assignments/uses-media.ts'
import type { Assessment } from './assessment.ts'
import { assessmentPersonalData } from './personal-data.ts'
import { quizResultsRoutes } from './results-routes.ts'
import { quizAttemptsRoutes, quizAuthoringRoutes } from './routes.ts'

type Modules = Parameters<typeof assessmentPersonalData>[0] & { assessment: Assessment }

export const assessmentDomain = {
  invariants: [],
  contribute: ({ assessment, ...modules }: Modules) => ({
    routes: {
      quizAuthoring: quizAuthoringRoutes(assessment),
      quizAttempts: quizAttemptsRoutes(assessment),
      quizResults: quizResultsRoutes(assessment),
      submissions: submissionsRoutes(assessment),
      assignmentReview: gradingRoutes(assessment),
    },
    personalData: [assessmentPersonalData(modules)],
    purges: {},
    uploadsInUse: [assessment.listUploadsInUse],
    mediaInUse: [usesMedia],
    figures: [],
    dueWork: assessment.dueWork,
    periodic: [],
  }),
}
