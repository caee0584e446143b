import type { EndpointMeta } from '#contract/kit/endpoint.ts'
import { failureResponse, fileTooLarge } from './failures.ts'
import { contentTypeOf, readRequestBody } from './request-body.ts'

/** Default limit. Endpoints that accept files declare their own. */
const maximumBodyBytes = 100 * 1024

export const isMultipart = (request: Request): boolean => contentTypeOf(request) === 'multipart/form-data'

/** Reads the body. Returns the rejection when it is too large, of an unsupported type or malformed. */
export async function readUsableBody(
  request: Request,
  meta: EndpointMeta | null,
  onRead: (bytes: number) => void,
): Promise<Request | Response> {
  if (!request.body) return request
  const type = contentTypeOf(request)
  const upload = type === 'multipart/form-data' ? meta?.upload : undefined
  const limit = (meta?.maximumBodyBytes ?? maximumBodyBytes) + (upload?.maximumBytes ?? 0)
  const tooLarge = () =>
    upload
      ? fileTooLarge(upload.field, upload.tooLarge)
      : failureResponse(413, 'too-large', 'Isi permintaan terlalu besar.')
  const body = await readRequestBody(request, limit, tooLarge)
  if (body instanceof Response) return body
  onRead(body.byteLength)
  // Some clients send an empty body instead of none.
  if (body.byteLength === 0 || (meta?.ignoresForm && type === 'application/x-www-form-urlencoded'))
    return new Request(request.url, { method: request.method, headers: request.headers })
  if (type !== 'application/json' && type !== 'multipart/form-data')
    return failureResponse(415, 'unsupported-media-type', 'Kirim isi sebagai JSON.')
  if (type === 'application/json' && !isUsableJson(body.toString()))
    return failureResponse(400, 'malformed-request', 'Permintaan tidak bisa dibaca.')
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

/** No endpoint has input that is nested deeper. Deeper values would exhaust the stack of recursive code. */
const maximumNesting = 32

function isUsableJson(text: string): boolean {
  try {
    return !isNestedDeeper(JSON.parse(text), maximumNesting)
  } catch {
    return false
  }
}

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((entry) => isNestedDeeper(entry, levels - 1))
}
