import { personalDataOf, type Database } from '#server/platform/database/index.ts'
import type { Instructors } from './instructors.ts'
import { instructorRoutes } from './routes.ts'
import { ownedByApplicants } from './tables.ts'

type Modules = { database: Database; instructors: Instructors }

/** Profiles are exported and erased with the account. */
export const instructorsDomain = {
  invariants: [],
  contribute: ({ database, instructors }: Modules) => ({
    routes: instructorRoutes(instructors),
    personalData: [personalDataOf(database, 'instructorApplications', ownedByApplicants)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
