import { pick } from './seeded-random.ts'
import type { Operation, Schema } from './operations.ts'

export type HostileRequest = {
  method: string
  /** With its query, below /api. */ path: string
  headers: Record<string, string>
  body: string | null
}

type Random = () => number

const repeated = (text: string, times: number): string => text.repeat(times)

/** Texts that databases, pages, files, mails, templates or parsers may treat specially. */
const texts = [
  '', ' ', '\0', 'a\0b', '\u202Egnirts', '\u200B', 'e\u0301'.repeat(50), 'İıſẞ', '💥'.repeat(300), '\uD800', '\uFEFF', '\u3316'.repeat(100), '\uFDFA'.repeat(100),
  "' or 1=1 --", "'; drop table users; --", '\\', "\\'", '%', '_', '%%%', "mem%ab'cd", ':*', '<->', '&|!', '$1', '${7*7}', '{{7*7}}', '<%= 7*7 %>',
  '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', 'data:text/html,x', '//evil.example/x', '../../../../etc/passwd', '..%2f..%2f', 'C:\\x', '/dev/null',
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '[object Object]',
  '=cmd|calc!A1', '+1', '@x', '\r\nset-cookie: a=b', 'a@b@c', 'x@' + repeated('a', 300), '0', '-1', '1e309', '9007199254740993', '99999999999999999999', '0x10', '1,5', '٣',
  '2026-13-45', '9999-12-31T23:59:59Z', '-271821-04-20T00:00:00Z', '1970-01-01', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  repeated('a', 5_000), repeated('<', 20_000), repeated('<!--', 5_000), repeated('<p ', 5_000), repeated('(', 10_000), repeated('a ', 10_000), `<pre><code>${repeated('[[', 3_000)}</code></pre>`,
] as const // prettier-ignore

const odd = (random: Random): unknown => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 1 : random() < 0.5 ? [nested(levels - 1)] : { a: nested(levels - 1) }
  return pick(random, [
    () => null,
    () => true,
    () => pick(random, [0, -0, -1, 1, 0.1, 1e21, 1e308, Number.MAX_SAFE_INTEGER, -2_147_483_649, 4_294_967_296]),
    () => [],
    () => ({}),
    () => [null],
    () => pick(random, texts),
    () => nested(20),
    () => Array.from({ length: 2_000 }, (_, index) => index),
    () => ({ constructor: 1, toString: 'x', length: -1 }),
    () => Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
  ])()
}

/** A value for a schema: often one that fits, so that requests get beyond validation. */
function valueFor(schema: Schema, random: Random, ids: readonly string[]): unknown {
  if (random() < 0.25) return odd(random)
  const alternative = schema.anyOf ?? schema.oneOf
  if (alternative) return valueFor(pick(random, alternative), random, ids)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  if (schema.format === 'uuid') return pick(random, ids)
  if (schema.type === 'integer' || schema.type === 'number')
    return pick(random, [0, 1, 2, 10, 100, 1_000, 49_000, 1_000_000])
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'array')
    return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(schema.items ?? {}, random, ids))
  if (schema.type === 'object') return objectFor(schema, random, ids)
  if (schema.format === 'email') return pick(random, ['sari@contoh.id', `x${Math.floor(random() * 1e9)}@contoh.id`])
  if (schema.format === 'date-time') return pick(random, ['2026-11-21T03:00:00.000Z', '2031-01-01T00:00:00.000Z'])
  return pick(random, [
    ...texts,
    'Kelas yang biasa',
    'kopi-tubruk-7',
    '<p>Isi artikel</p>',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    ...ids,
  ]).slice(0, random() < 0.7 ? schema.maxLength : undefined)
}

function objectFor(schema: Schema, random: Random, ids: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).filter(() => random() < 0.9)
  const extra =
    random() < 0.1
      ? [[pick(random, ['__proto__', 'role', 'isAdmin', 'constructor', 'id', '_id']), odd(random)] as const]
      : []
  return Object.fromEntries([
    ...entries.map(([name, property]) => [name, valueFor(property, random, ids)] as const),
    ...extra,
  ])
}

/** JSON, with damage that no serializer makes. */
function damaged(json: string, random: Random): string {
  return pick(random, [
    () => json.slice(0, Math.floor(json.length * random())),
    () => json.replace('{', '{"name":1,"name":{"a":[]},'),
    () => `\uFEFF${json}`,
    () => json.replaceAll('"', '\\u0022'),
    () => `${json}${json}`,
    () => '['.repeat(8_000) + ']'.repeat(8_000),
    () => '{"a":'.repeat(8_000) + '1' + '}'.repeat(8_000),
    () => '"\\ud800"',
    () => `{"email":"\\u0000","x":${'9'.repeat(400)}}`,
    () => 'null',
    () => `a=${encodeURIComponent(json)}`,
  ])()
}

const boundary = 'xxBOUNDARYxx'
const multipart = (random: Random, names: readonly string[]): string =>
  [...names, 'file', 'photo', 'thumbnail']
    .map(
      (name) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${random() < 0.4 ? `; filename="${pick(random, ['a.png', '../a', '\\', ''])}"\r\ncontent-type: image/png` : ''}\r\n\r\n${pick(random, texts).slice(0, 500)}\r\n`,
    )
    .join('')
    .concat(random() < 0.7 ? `--${boundary}--\r\n` : '')

const headerGames: readonly Record<string, string>[] = [
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { forwarded: 'for=unknown;host=evil.example' },
  { 'x-forwarded-for': '::, 999.1.1.1, <script>' },
  { accept: 'application/xml;q=9', 'accept-encoding': 'br;q=0, *;q=x', 'accept-language': 'x'.repeat(2_000) },
  { range: 'bytes=0-,5-1,-9999999999999' },
  { 'if-none-match': '*, W/"' },
  { origin: 'null', referer: 'javascript:x' },
  { cookie: `cendaki-google-nonce=%%%; ${'a=b; '.repeat(200)}` },
  { 'user-agent': "' or 1=1 --\u00ff" },
  { authorization: 'Basic Og==' },
  { authorization: `Bearer ${'a'.repeat(5_000)}` },
  { 'content-encoding': 'gzip' },
]

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A request of this operation with generated hostile input. `ids`: ids of existing records, own and foreign. */
export function hostileRequest(
  { method, path, pathNames, query, body }: Operation,
  random: Random,
  ids: readonly string[],
): HostileRequest {
  const text = (): string =>
    String(random() < 0.6 ? pick(random, ids) : pick(random, texts).slice(0, 600)).toWellFormed()
  let url = path
  for (const name of pathNames)
    url = url.replace(
      `{${name}}`,
      random() < 0.03 ? pick(random, ['%00', '%ff', '%2e%2e', '%']) : encodeURIComponent(text()) || '%20',
    )
  const parameters = Object.entries(query).filter(() => random() < 0.6)
  const pairs = parameters.map(
    ([name, schema]) =>
      `${name}=${encodeURIComponent(
        asText(valueFor(schema, random, ids))
          .slice(0, 400)
          .toWellFormed(),
      )}`,
  )
  if (random() < 0.1)
    pairs.push(
      pick(random, ['page=1&page=2', 'q[]=1', 'q[a]=b', '__proto__=x', 'limit=%00', '=', '&&', '%', 'page=%ff']),
    )
  const request: HostileRequest = {
    method,
    path: url + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
    headers: {},
    body: null,
  }
  if (random() < 0.08) Object.assign(request.headers, pick(random, headerGames))
  if (random() < 0.02) request.method = pick(random, ['PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'])
  if (!body || request.method === 'GET' || request.method === 'HEAD') return request

  const json = JSON.stringify(objectFor(body, random, ids))
  if (random() < 0.1) {
    const type = pick(random, [
      'multipart/form-data',
      `multipart/form-data; boundary=${boundary}`,
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
    ])
    return {
      ...request,
      headers: { ...request.headers, 'content-type': type },
      body: type.startsWith('multipart/') ? multipart(random, Object.keys(body.properties ?? {})) : json,
    }
  }
  request.headers['content-type'] = 'application/json'
  return { ...request, body: random() < 0.08 ? damaged(json, random) : json }
}
