import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Relied on by other programs: the operations that accept an API key, and the webhooks, as one line for each field.

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content>
}
export type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, { post?: Operation }>
}
/** Lines by operation (`GET /admin/courses`) or webhook (`webhook purchase.paid`). */
export type ApiShape = Record<string, string[]>

const alternatives = ({ anyOf, oneOf, allOf }: Schema): Schema[] => [
  ...(anyOf ?? []),
  ...(oneOf ?? []),
  ...(allOf ?? []),
]

/** The types of a value without those of its parts: `string|null`. */
function typesOf(schema: Schema): string[] {
  const own = schema.const === undefined ? (schema.type ?? []) : schema.const === null ? 'null' : typeof schema.const
  return [...new Set([own, ...alternatives(schema).map(typesOf)].flat())].toSorted()
}

function linesOf(schema: Schema, path: string, lines = new Set<string>()): Set<string> {
  for (const value of [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])])
    if (typeof value === 'string') lines.add(`${path} = ${value}`)
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const below = path === '' ? name : `${path}.${name}`
    const optional = schema.required?.includes(name) ? '' : '?'
    lines.add(`${below}${optional}: ${typesOf(part).join('|') || 'any'}`)
    linesOf(part, below, lines)
  }
  if (schema.items) linesOf(schema.items, `${path}[]`, lines)
  for (const part of alternatives(schema)) linesOf(part, path, lines)
  return lines
}

const bodyLines = (content: Content | undefined): string[] =>
  Object.values(content?.content ?? {}).flatMap(({ schema }) => [...(schema ? linesOf(schema, '') : [])])

function linesOfOperation({ parameters = [], requestBody, responses = {} }: Operation): string[] {
  const sent = [
    ...parameters.map(
      ({ name, required, schema }) => `${name}${required ? '' : '?'}: ${typesOf(schema ?? {}).join('|') || 'any'}`,
    ),
    ...bodyLines(requestBody),
  ].map((line) => `sent ${line}`)
  const answered = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => bodyLines(response))
  return [...new Set([...sent, ...answered])].toSorted()
}

export function shapeOf({ paths = {}, webhooks = {} }: ApiDocument): ApiShape {
  const shape: ApiShape = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const scope = operation.security?.flatMap(({ apiKey = [] }) => apiKey)
      if (scope?.length)
        shape[`${method.toUpperCase()} ${path}`] = [`scope ${scope.join(', ')}`, ...linesOfOperation(operation)]
    }
  for (const [name, { post }] of Object.entries(webhooks))
    shape[`webhook ${name}`] = bodyLines(post?.requestBody).toSorted()
  return shape
}

/** Lists what a program for one shape would miss in the other, as [operation, line]. New fields are no change for it, unless it has to send them. */
export function brokenBy(released: ApiShape, current: ApiShape): [operation: string, line: string][] {
  const broken: [string, string][] = []
  for (const [operation, lines] of Object.entries(released)) {
    const now = current[operation]
    if (!now) {
      broken.push([operation, 'the operation'])
      continue
    }
    for (const line of lines) if (!now.includes(line)) broken.push([operation, line])
    for (const line of now) if (/^sent [^?:= ]+: /.test(line) && !lines.includes(line)) broken.push([operation, line])
  }
  return broken
}

const file = join(import.meta.dirname, 'released-api.json')

/** The shape of the last release. */
export const readReleased = (): ApiShape => JSON.parse(readFileSync(file, 'utf8')) as ApiShape

// `node checks/api-shape.ts` writes it, when a release is made.
if (import.meta.main) {
  const { describeApi } = await import('#server/process/openapi.ts')
  writeFileSync(
    file,
    `${JSON.stringify(shapeOf((await describeApi('https://kursus.contoh.id')) as ApiDocument), null, 1)}\n`,
  )
}
