export type ApiResponse = {
  status: number
  headers: Headers
  // The body has no static type; each test asserts the fields that it needs.
  // oxlint-disable-next-line no-explicit-any
  body: any
}
export type FormValue = string | Blob
export type CallOptions = {
  body?: unknown
  rawBody?: string
  /** Sent as multipart; an array repeats its field name for each value. */
  form?: Record<string, FormValue | FormValue[]>
  token?: string
  headers?: Record<string, string>
  /** The client address for rate limits. */
  client?: string
}
