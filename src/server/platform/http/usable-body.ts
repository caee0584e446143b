import { MIMEType } from 'node:util'
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
  const isUsable =
    type === 'application/json' ? !isNestedJson(body) : isUsableForm(body, request.headers.get('content-type') ?? '')
  if (!isUsable) return failureResponse(400, 'malformed-request', 'Permintaan tidak bisa dibaca.')
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

/** No endpoint has input that is nested deeper. Deeper values would exhaust the stack of recursive code. */
const maximumNesting = 32

/** Looks at the bytes only: what reads the text says whether it is JSON. */
function isNestedJson(bytes: Buffer): boolean {
  const [quote, escape] = [0x22, 0x5c]
  let levels = 0
  let isInText = false
  for (let at = 0; at < bytes.byteLength; at++) {
    const byte = bytes[at]
    if (isInText) {
      if (byte === escape) at++
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++levels > maximumNesting) return true
    } else if (byte === 0x7d || byte === 0x5d) levels--
  }
  return false
}

/** The largest form of the product names each of the five hundred columns of a CSV; what stands before the text of a field is a line or two. */
const maximumParts = 1_000
const maximumPartHeadBytes = 2 * 1024

/** Parsing an empty part takes as long as a page of text: 64 MB of them would hold up everybody for ten seconds. */
function isUsableForm(body: Buffer, contentType: string): boolean {
  const boundary = boundaryOf(contentType)
  if (!boundary) return false
  const delimiter = Buffer.from(`--${boundary}`)
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.byteLength)) {
    const head = body.subarray(at + delimiter.byteLength, at + delimiter.byteLength + maximumPartHeadBytes)
    // The form ends here. Whatever a body repeats after it, nobody reads on.
    if (head.subarray(0, 2).toString() === '--') return true
    if (++parts > maximumParts || !head.includes('\r\n\r\n')) return false
  }
  return true
}

/** As the parser reads it. */
function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary')
  } catch {
    return null
  }
}

/** The same of a value, also of what forms and URLs name in brackets (`a[b][c]`). */
export function isNestedDeeper(value: unknown, levels: number = maximumNesting): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((entry) => isNestedDeeper(entry, levels - 1))
}
