import { registerContract, type ApiClient } from '#contract/client.ts'
import { twoStepContract } from '#contract/identity/two-step.ts'

registerContract({ twoStep: twoStepContract })

/** The calls of account security. Most pages do not load them. */
export function securityApi(client: ApiClient): ApiClient['twoStep'] {
  return client.twoStep
}
