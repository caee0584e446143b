import type { Exercises } from './exercises.ts'
import { exercisesPersonalData } from './personal-data.ts'
import { exercisesRoutes } from './routes.ts'

type Modules = Parameters<typeof exercisesPersonalData>[0] & { exercises: Exercises }

export const exercisesDomain = {
  invariants: [],
  contribute: ({ exercises, ...modules }: Modules) => ({
    routes: { exercises: exercisesRoutes(exercises) },
    personalData: [exercisesPersonalData(modules)],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
