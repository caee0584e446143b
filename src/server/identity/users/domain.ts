import { usersRoutes } from './routes.ts'
import type { Users } from './users.ts'

/** Accounts are those of `identity`, and so is all that follows from them. */
export const usersDomain = {
  invariants: [],
  contribute: ({ users }: { users: Users }) => ({
    routes: { users: usersRoutes(users) },
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    periodic: [],
  }),
}
