import type { Instructors } from './instructors.ts'
import { instructorRoutes } from './routes.ts'

/** Profiles are exported and erased with the account. */
export const instructorsDomain = {
  invariants: [],
  contribute: ({ instructors }: { instructors: Instructors }) => ({
    routes: instructorRoutes(instructors),
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
