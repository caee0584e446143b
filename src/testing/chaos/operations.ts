type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  maxLength?: number
}
type Parameter = { name: string; in: 'path' | 'query'; schema?: Schema }
type Described = { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema?: Schema }> } }
export type OpenApi = { paths: Record<string, Record<string, Described>> }

export type { Schema }
export type Operation = {
  method: string
  path: string
  pathNames: string[]
  query: Record<string, Schema>
  body: Schema | null
}

/** The operations of an OpenAPI document, in its order. */
export function readOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      pathNames: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      query: Object.fromEntries(
        parameters.filter((parameter) => parameter.in === 'query').map(({ name, schema }) => [name, schema ?? {}]),
      ),
      body: Object.values(requestBody?.content ?? {})[0]?.schema ?? null,
    })),
  )
}
