import { AsyncLocalStorage } from 'node:async_hooks'
import type { ApiKeyCaller, Viewer } from './context.ts'

const current = new AsyncLocalStorage<string>()

/** The id of the API key whose request is running; null for every other caller. */
export const currentApiKeyId = (): string | null => current.getStore() ?? null

export const runAsApiKey = <Result>(id: string, work: () => Result): Result => current.run(id, work)

/** True when a request is authorized by an API key and not by a session. */
export const isApiKeyHeader = (authorization: string | null | undefined): boolean =>
  /^Bearer cdk_/i.test(authorization ?? '')

/**
 * An API key acts as an admin, limited to its scopes. Its id is not the id of any user, so that operations on the caller's own data find
 * nothing.
 */
export const viewerOfApiKey = ({ id, name }: ApiKeyCaller): Viewer => ({
  id,
  name,
  email: '',
  role: 'admin',
  photo: '',
  sessionId: '',
  hasFreshProof: false,
  mustSetUpTwoSteps: false,
})
