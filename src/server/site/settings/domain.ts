import { secondMs } from '#contract/kit/durations.ts'
import type { OperationModule } from './operation.ts'
import { operationRoutes } from './operation-routes.ts'
import type { Settings } from './settings.ts'

/** `site` serves the calls of the settings, because domains above follow what is saved. */
export const settingsDomain = {
  invariants: [],
  contribute: ({ settings, operation }: { settings: Settings; operation: OperationModule }) => ({
    routes: { operation: operationRoutes(operation) },
    personalData: [],
    purges: {},
    uploadsInUse: [settings.listUploadsInUse],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    // How soon all processes follow a change of mode.
    periodic: [{ name: 'operation', everyMs: 2 * secondMs, run: operation.refresh }],
  }),
}
