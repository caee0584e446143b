import { bindDeps } from '#server/platform/bind-deps.ts'
import type { InstructorsDeps } from './deps.ts'
import { countWaitingApplications, decideApplication, listApplications } from './decide-applications.ts'
import { applyAsInstructor, showMyApplication, withdrawApplication } from './own-application.ts'
import { findInstructorsByName, listInstructorPages } from './find-instructors.ts'
import { checkPage, saveProfile, showProfile } from './own-profile.ts'
import { showInstructor } from './show-instructor.ts'

export type Instructors = ReturnType<typeof instructorsModule>

/** Pages of those who teach, and people who ask to. */
export const instructorsModule = (deps: InstructorsDeps) => ({
  ...bindDeps(deps, { showInstructor, findInstructorsByName, listInstructorPages }),
  ...bindDeps(deps, { showMyApplication, applyAsInstructor, withdrawApplication }),
  ...bindDeps(deps, { listApplications, countWaitingApplications, decideApplication }),
  ...bindDeps(deps, { showProfile, saveProfile, checkPage }),
})
