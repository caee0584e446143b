import { createORPCClient } from '@orpc/client'
import type { AnyContractProcedure } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { createHttpLink } from './http-link.ts'

// The link of the package is what the server's handler is made for: ours sends and reads the same.
const baseUrl = 'https://kursus.example/api'
const headers = async () => ({ authorization: 'Bearer rahasia' })
type Call = (input?: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type Api = Record<string, Record<string, Call>>
type Fetch = (request: Request) => Promise<Response>

const calls = Object.entries(contract).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as unknown as Record<string, AnyContractProcedure>).map(([name, procedure]) => ({
    domain,
    name,
    route: procedure['~orpc'].route,
  })),
)
const clients = {
  ours: (fetch: Fetch) =>
    createORPCClient(createHttpLink(contract, { baseUrl, fetch, headers, readFailure: () => null })),
  library: (fetch: Fetch) =>
    createORPCClient(new OpenAPILink(contract as never, { url: baseUrl, fetch: (request) => fetch(request), headers })),
}

async function sent(client: keyof typeof clients, { domain, name }: (typeof calls)[number], input: unknown) {
  const requests: unknown[] = []
  const api = clients[client](async (request) => {
    const type = request.headers.get('content-type')?.split(';')[0] ?? null
    const body =
      type === 'multipart/form-data'
        ? [...(await request.formData())].map(([field, value]) => [field, value instanceof File ? value.name : value])
        : await request.text()
    requests.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.get('authorization'),
      type,
      body,
    })
    return Response.json({ success: true })
  }) as Api
  await api[domain]?.[name]?.(input)
  return requests
}

const parametersOf = (path = '') => [...path.matchAll(/\{\+?([^}]+)\}/g)].map(([, name]) => String(name))
const values: [what: string, fields: Record<string, unknown>][] = [
  ['no fields', {}],
  ['texts with signs of URLs', { search: 'a&b=c/ü?#+ %20', page: 2, isOpen: false, empty: '' }],
  ['lists, objects and missing values', { list: ['a', 'b'], deep: { list: [{ _id: 1 }], no: null }, not: undefined }],
  ['a file', { file: new File(['x'], 'buku "satu".csv'), note: 'n', rows: [{ a: 1 }], no: null }],
]

test.each(values)('each call of the contract sends %s as the library does', async (_, fields) => {
  expect(calls.length).toBeGreaterThan(300)
  for (const call of calls) {
    // A file is not sent with GET.
    if (call.route.method === 'GET' && 'file' in fields) continue
    const names = parametersOf(call.route.path)
    const input = { ...Object.fromEntries(names.map((name, index) => [name, `id ${index}/ü`])), ...fields }
    expect(await sent('ours', call, input), `${call.domain}.${call.name}`).toEqual(await sent('library', call, input))
    if (names.length === 0 && Object.keys(fields).length === 0)
      expect(await sent('ours', call, undefined)).toEqual(await sent('library', call, undefined))
  }
})

describe('reads as the library does', () => {
  test.each<[what: string, body: BodyInit | null, headers: Record<string, string>]>([
    ['an object', '{"a":[1]}', { 'content-type': 'application/json; charset=utf-8' }],
    ['nothing', null, {}],
    ['a plain text', 'ya', { 'content-type': 'text/plain; charset=utf-8' }],
    ['a page of a proxy', '<p>', { 'content-type': 'text/html' }],
    [
      'a file with a name',
      'a;b',
      { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a \\"b\\".csv"' },
    ],
    [
      'a file with a name in other letters',
      'a',
      {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="a.csv"; filename*=UTF-8\'\'%C3%BC%20b.csv',
      },
    ],
  ])('%s', async (_, body, headersOfResponse) => {
    const read = async (client: keyof typeof clients, { domain, name }: (typeof calls)[number]) => {
      const api = clients[client](async () => new Response(body, { headers: headersOfResponse })) as Api
      const answer = await api[domain]?.[name]?.({})
      const file = answer instanceof File ? answer : (answer as { body?: unknown } | undefined)?.body
      return file instanceof File ? [file.name, file.type, await file.text()] : answer
    }
    const isDetailed = ({ route }: (typeof calls)[number]) => route.outputStructure === 'detailed'
    for (const call of [...calls.filter((one) => !isDetailed(one)).slice(0, 5), ...calls.filter(isDetailed)])
      expect(await read('ours', call)).toEqual(await read('library', call))
  })
})

const [someCall] = calls as [(typeof calls)[number]]

test('a failure that is not of the API is an error with its status', async () => {
  const page = new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  const api = clients.ours(async () => page) as Api
  await expect(api[someCall.domain]?.[someCall.name]?.({})).rejects.toMatchObject({ status: 502, defined: false })
})

test('a call that is given up gives up its request', async () => {
  const reason = new Error('pindah halaman')
  const api = clients.ours(async (request) => {
    request.signal.throwIfAborted()
    return Response.json({})
  }) as Api
  const answer = api[someCall.domain]?.[someCall.name]?.({}, { signal: AbortSignal.abort(reason) })
  await expect(answer).rejects.toThrow('pindah halaman')
})
