import { bindDeps } from '#server/platform/bind-deps.ts'
import type { InstructorsDeps } from './deps.ts'
import { findInstructorsByName, listInstructorPages } from './find-instructors.ts'
import { checkPage, saveProfile, showProfile } from './own-profile.ts'
import { showInstructor } from './show-instructor.ts'

export type Instructors = ReturnType<typeof instructorsModule>

/** Pages of those who teach. */
export const instructorsModule = (deps: InstructorsDeps) => ({
  ...bindDeps(deps, { showInstructor, findInstructorsByName, listInstructorPages }),
  ...bindDeps(deps, { showProfile, saveProfile, checkPage }),
})
