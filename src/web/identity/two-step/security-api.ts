import { registerContract, type ApiClient } from '#contract/client.ts'
import { securityContract } from '#contract/security.ts'

/** The calls of account security. Most pages do not load them. */
export function securityApi(client: ApiClient): ApiClient['twoStep'] {
  registerContract(securityContract)
  return client.twoStep
}
