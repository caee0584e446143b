export { streamDownload } from './download.ts'
export { streamJson } from './stream-json.ts'
export { currentApiKeyId, isApiKeyHeader } from './api-key.ts'
export { createApi } from './api.ts'
export { clientAddress } from './client-address.ts'
export type { ApiContext, ApiKeyCaller, Viewer } from './context.ts'
export { enforceAccess } from './enforce-access.ts'
export { commonHeaders, crossOrigin, minimalHeaders } from './headers.ts'
export {
  checked,
  closedRetrySeconds,
  failureResponse,
  unavailable,
  withRetryAfter,
  isTemporary,
  rejection,
  toFailure,
} from './failures.ts'
export { whileArriving, withCheckedBody, type BodyRule } from './request-body.ts'
export { writeLimits, type WriteLimits } from './write-pace.ts'
export { observeRequests } from './observe-requests.ts'
export { currentRequest, ensureRequest, requestId } from './request-id.ts'
