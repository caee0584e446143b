import { secondMs } from '#contract/kit/durations.ts'
import type { OperationModule } from './operation.ts'
import { operationRoutes } from './routes.ts'

export const operationDomain = {
  invariants: [],
  contribute: ({ operation }: { operation: OperationModule }) => ({
    routes: { operation: operationRoutes(operation) },
    personalData: [],
    purges: {},
    uploadsInUse: [],
    mediaInUse: [],
    figures: [],
    dueWork: [],
    // How soon all processes follow a change of mode.
    periodic: [{ name: 'operation', everyMs: 2 * secondMs, run: operation.refresh }],
  }),
}
