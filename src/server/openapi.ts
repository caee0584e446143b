import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/index.ts'

let described: Promise<object> | undefined

/** The API as an OpenAPI 3.1 document, generated once from the contract. */
export function describeApi(publicUrl: string): Promise<object> {
  described ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'Cendaki', version: '1' },
    servers: [{ url: `${publicUrl}/api` }],
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
  })
  return described
}
