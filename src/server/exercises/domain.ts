import { personalDataOf, type Database } from '#server/platform/database/index.ts'
import type { Exercises } from './exercises.ts'
import { exercisesRoutes } from './routes.ts'
import { ownedByStudents } from './tables.ts'

type Modules = { database: Database; exercises: Exercises }

export const exercisesDomain = {
  invariants: [],
  contribute: ({ database, exercises }: Modules) => ({
    routes: { exercises: exercisesRoutes(exercises) },
    personalData: [personalDataOf(database, 'exercises', ownedByStudents)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
