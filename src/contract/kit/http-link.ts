import { ORPCError, type ClientLink } from '@orpc/client'
import type { AnyContractProcedure } from '@orpc/contract'

type Options = {
  /** Without a trailing slash. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  headers: () => Promise<Record<string, string>>
  /** The error that a body describes; null for bodies that the API does not write. */
  readFailure: (body: unknown, status: number) => ORPCError<string, unknown> | null
}

/** Calls of a contract by HTTP, in the dialect of oRPC's OpenAPI handler. The package's own link weighs 5 KB more on every page (decision 47). */
export function createHttpLink(contract: Record<string, object>, options: Options): ClientLink<Record<never, never>> {
  return {
    async call(path, input, { signal }) {
      const { route } = endpointAt(contract, path)
      const request = await toRequest(route, input, options, signal)
      const response = await options.fetch(request)
      const { status } = response
      const body = await readBody(response)
      if (!response.ok)
        throw options.readFailure(body, status) ?? new ORPCError('UNKNOWN_RESPONSE', { status, data: { body } })
      if (route.outputStructure !== 'detailed') return body
      return { status, headers: Object.fromEntries(response.headers), body }
    },
  }
}

type Route = AnyContractProcedure['~orpc']['route']

function endpointAt(contract: Record<string, object>, path: readonly string[]): { route: Route } {
  const found = path.reduce<unknown>((level, name) => (level as Record<string, unknown> | undefined)?.[name], contract)
  if (!found) throw new Error(`${path.join('.')} is not registered in the contract of this client`)
  return (found as AnyContractProcedure)['~orpc']
}

async function toRequest(route: Route, input: unknown, options: Options, signal?: AbortSignal): Promise<Request> {
  const { method = 'POST', path = '/' } = route
  const fields = { ...(input as Record<string, unknown> | undefined) }
  const filled = path.replace(/\{\+?([^}]+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(fields[name]))
    delete fields[name]
    return value
  })
  const url = new URL(options.baseUrl + filled)
  const headers = new Headers(await options.headers())
  const init: RequestInit = { method, headers, ...(signal && { signal }) }
  if (method === 'GET') for (const [name, value] of listFields(fields)) url.searchParams.append(name, String(value))
  else if (hasFile(fields)) init.body = toForm(fields)
  else if (input !== undefined && !(path !== filled && Object.keys(fields).length === 0)) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(fields)
  }
  return new Request(url, init)
}

const hasFile = (value: unknown): boolean =>
  value instanceof Blob || (typeof value === 'object' && value !== null && Object.values(value).some(hasFile))

function toForm(fields: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of listFields(fields)) form.append(name, value)
  return form
}

/** Fields in bracket notation, `items[0][_id]`, without those that have no value. */
function listFields(value: unknown, name = ''): [name: string, value: string | Blob][] {
  if (value === undefined || value === null || Number.isNaN(value)) return []
  if (value instanceof Blob) return [[name, value]]
  if (value instanceof Date) return [[name, value.toISOString()]]
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, part]) => listFields(part, name ? `${name}[${key}]` : key))
}

async function readBody(response: Response): Promise<unknown> {
  const disposition = response.headers.get('content-disposition')
  const type = response.headers.get('content-type') ?? ''
  if (disposition === null && (type === '' || type.startsWith('application/json'))) {
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  }
  if (disposition === null && type.startsWith('text/plain')) return response.text()
  const blob = await response.blob()
  return new File([blob], fileName(disposition ?? ''), { type: blob.type })
}

function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]*)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="((?:\\"|[^"])*)"/i.exec(disposition)?.[1]?.replaceAll('\\"', '"') ?? 'blob'
}
