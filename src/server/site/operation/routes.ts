import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { OperationModule } from './operation.ts'

export const operationRoutes = (operation: OperationModule) => ({
  showOperation: endpoints.operation.showOperation.handler(async () => {
    await operation.refresh()
    return ok(operation.current())
  }),
  saveOperation: endpoints.operation.saveOperation.handler(async ({ input, context }) =>
    ok(await operation.save(input, context.viewer().id)),
  ),
})
