import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import type { OperationModule } from './operation.ts'
import { serve } from '#server/serve.ts'

export const operationRoutes = (operation: OperationModule) => ({
  showOperation: endpoints.operation.showOperation.handler(async () => {
    await operation.refresh()
    return ok(operation.current())
  }),
  saveOperation: serve(endpoints.operation.saveOperation, async (viewer, input) => operation.save(input, viewer.id)),
})
