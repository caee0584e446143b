import type { Router } from '@orpc/server'
import type { Contract } from '#contract/index.ts'
import type { ApiContext } from '#server/platform/http/index.ts'
import { systemRoutes, type SystemModule } from '#server/site/system/index.ts'
import type { accountDomains, domains } from './domains.ts'
import type { Modules } from './modules.ts'

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** Two domains may answer one part of the contract, such as captions, which one writes and one reads. */
type Routes = Intersection<ReturnType<(typeof domains | typeof accountDomains)[number]['contribute']>['routes']>

/** Answers each part of the contract. The parts are in `src/contract/index.ts`; one without an answer does not compile. */
export function createRouter({ contributions }: Modules, system: SystemModule): Router<Contract, ApiContext> {
  const routes: Record<string, object> = {}
  for (const { routes: own } of contributions)
    for (const [part, answers] of Object.entries<object>(own)) routes[part] = { ...routes[part], ...answers }
  return { ...(routes as Routes), system: systemRoutes(system) }
}
