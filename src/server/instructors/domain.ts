import { applicationsPersonalData } from './applications/personal-data.ts'
import type { Instructors } from './instructors.ts'
import { instructorRoutes } from './routes.ts'

type Modules = Parameters<typeof applicationsPersonalData>[0] & { instructors: Instructors }

/** Profiles are exported and erased with the account. */
export const instructorsDomain = {
  invariants: [],
  contribute: ({ instructors, ...modules }: Modules) => ({
    routes: instructorRoutes(instructors),
    personalData: [applicationsPersonalData(modules)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
