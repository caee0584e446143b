import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/index.ts'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'

let described: Promise<object> | undefined

/** The API as an OpenAPI 3.1 document, generated once from the contract. */
export function describeApi(publicUrl: string): Promise<object> {
  described ??= generate(publicUrl)
  return described
}

async function generate(publicUrl: string): Promise<object> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'Cendaki', version: '1' },
    servers: [{ url: `${publicUrl}/api` }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'cdk_…', description: 'An API key with the scope that the operation names' },
      },
    },
  })
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { route, meta } = procedure['~orpc']
    const operation = document.paths?.[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase() as 'get']
    if (operation) operation.security = securityOf(meta as EndpointMeta)
  })
  return document
}

function securityOf({ access, scope }: EndpointMeta): Record<string, string[]>[] {
  if (access === 'public' || access === 'provider') return []
  return [{ session: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
}
