import type { Groups } from '#server/groups/index.ts'
import type { Members } from './members.ts'
import { membersRoutes } from './routes.ts'

export const membersDomain = {
  invariants: [],
  contribute: (modules: { groups: Groups; members: Members }) => ({
    routes: membersRoutes(modules),
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
