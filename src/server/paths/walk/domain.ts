import type { Paths } from '#server/paths/index.ts'
import { pathRoutes } from './routes.ts'
import type { PathWalk } from './walk.ts'

export const pathWalkDomain = {
  invariants: [],
  contribute: (modules: { paths: Paths; pathWalk: PathWalk }) => ({
    routes: { paths: pathRoutes(modules) },
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
