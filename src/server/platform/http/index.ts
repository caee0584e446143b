export { streamDownload } from './download.ts'
export { streamJson } from './stream-json.ts'
export { currentApiKeyId, isApiKeyHeader } from './request/api-key.ts'
export { createApi } from './api.ts'
export { clientAddress } from './request/client-address.ts'
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
export { whileArriving, withCheckedBody, type BodyRule } from './request/request-body.ts'
export { writeLimits, type WriteLimits } from './request/write-pace.ts'
export { observeRequests } from './request/observe-requests.ts'
export { currentRequest, ensureRequest, requestId } from './request/request-id.ts'
