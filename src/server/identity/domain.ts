import type { Database } from '#server/platform/database/index.ts'
import type { AccountModule } from './account/account.ts'
import { accountRoutes } from './account/routes.ts'
import type { IdentityDeps } from './deps.ts'
import { identityFigures } from './figures.ts'
import type { Identity } from './identity.ts'
import { identityRoutes } from './routes.ts'
import { twoStepRoutes } from './two-step/routes.ts'
import { twoStepModule } from './two-step/two-step.ts'

type Modules = { database: Database; identity: Identity; identityDeps: IdentityDeps; account: AccountModule }

/** The account itself is exported and erased by `account`, around what the other domains know of it. */
export const identityDomain = {
  invariants: [],
  contribute: ({ database, identity, identityDeps, account }: Modules) => ({
    routes: {
      identity: identityRoutes(identity),
      account: accountRoutes(account),
      twoStep: twoStepRoutes(twoStepModule(identityDeps)),
    },
    purges: {
      sessions: account.deleteExpiredSessions,
      'mailed-links': account.deleteExpiredLinks,
      'google-nonces': account.deleteExpiredNonces,
      'sign-in-steps': account.deleteUnfinishedSteps,
    },
    uploadsInUse: [identity.listUploadsInUse],
    mediaInUse: [],
    figures: identityFigures(database),
    dueWork: [],
    periodic: [],
  }),
}
