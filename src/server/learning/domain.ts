import { minuteMs } from '#contract/kit/durations.ts'
import type { Certificates } from './certificates/certificates.ts'
import { listSignaturesInUse } from './certificates/signatures-in-use.ts'
import { certificateRoutes, ownCertificateRoutes } from './certificates/routes.ts'
import { deleteOldInvitations } from './students/my-invitations.ts'
import { learningFigures } from './figures.ts'
import { learningInvariants } from './invariants.ts'
import type { Learning } from './learning.ts'
import { showCaptionsRoutes } from './lessons/captions-routes.ts'
import { showLessonFilesRoutes } from './lessons/lesson-files-routes.ts'
import { learningPersonalData } from './personal-data.ts'
import type { Reminders } from './reminders.ts'
import { reviewVotesRoutes } from './reviews/vote-routes.ts'
import { learningRoutes, weeklyGoalRoutes } from './routes.ts'
import { learningStaffRoutes } from './staff-routes.ts'

type Modules = Parameters<typeof learningStaffRoutes>[0] &
  Parameters<typeof learningPersonalData>[0] & {
    learning: Learning
    certificates: Certificates
    reminders: Reminders
  }

export const learningDomain = {
  invariants: learningInvariants,
  contribute: ({ learning, certificates, reminders, ...modules }: Modules) => ({
    routes: {
      ...learningStaffRoutes(modules),
      learning: learningRoutes(learning),
      captions: showCaptionsRoutes(learning),
      lessonFiles: showLessonFilesRoutes(learning),
      reviewVotes: reviewVotesRoutes(learning),
      weeklyGoal: weeklyGoalRoutes(learning),
      certificates: certificateRoutes(certificates),
      ownCertificates: ownCertificateRoutes(certificates),
    },
    personalData: [learningPersonalData(modules)],
    purges: { invitations: (before: Date, limit: number) => deleteOldInvitations(modules, before, limit) },
    uploadsInUse: [listSignaturesInUse],
    mediaInUse: [],
    figures: learningFigures({ ...modules, finishCompleted: learning.finishCompleted }),
    dueWork: [],
    periodic: [{ name: 'reminders', everyMs: minuteMs, run: reminders.runDueWork }],
  }),
}
