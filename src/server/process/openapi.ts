import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/index.ts'
import { webhookBody } from '#contract/integrations/webhook-events.ts'
import { webhookEvents, type WebhookEventType } from '#contract/integrations/webhooks.ts'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'

type Document = Awaited<ReturnType<OpenAPIGenerator['generate']>>

const parameter = (name: string, description: string, required = true) =>
  ({ name, in: 'header', required, description, schema: { type: 'string' } }) as const
const uploadId = { name: 'id', in: 'path', required: true, schema: { type: 'string' } } as const
const version = parameter('Tus-Resumable', '1.0.0')
const staff = [{ session: [] }]

/** Added to the contract by tus 1.0.0: https://tus.io/protocols/resumable-upload. Its failures are sentences in plain text. */
const videoUploads: NonNullable<Document['paths']> = {
  '/uploads/tus': {
    post: {
      summary: 'Begin the upload of a video by tus 1.0.0, for staff; the id in Location is the uploadId of a lesson',
      security: staff,
      parameters: [
        version,
        parameter('Upload-Length', 'The size of the file in bytes'),
        parameter('Upload-Metadata', 'Pairs of a key and a value in Base64, such as filename YS5tcDQ=', false),
      ],
      responses: {
        201: { description: 'Location is the address of the upload' },
        413: { description: 'Larger than a video may be' },
        429: { description: 'Too many uploads that no lesson uses, or within an hour' },
        507: { description: 'No room on the disk of the server' },
      },
    },
  },
  '/uploads/tus/{id}': {
    head: {
      summary: 'How many bytes have arrived, to go on from there',
      security: staff,
      parameters: [uploadId, version],
      responses: {
        200: { description: 'Upload-Offset and Upload-Length' },
        404: { description: 'Not an upload of the caller' },
      },
    },
    patch: {
      summary: 'Send the next bytes, at most 8 MB a request for proxies',
      security: staff,
      parameters: [uploadId, version, parameter('Upload-Offset', 'Where these bytes begin')],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        204: { description: 'Upload-Offset' },
        404: { description: 'Not an upload of the caller' },
        409: { description: 'Another Upload-Offset than expected' },
      },
    },
    delete: {
      summary: 'Cancel an upload',
      security: staff,
      parameters: [uploadId, version],
      responses: { 204: { description: 'Cancelled' }, 404: { description: 'Not an upload of the caller' } },
    },
  },
}

/** Answers of the server before it calls an operation, in the envelope of every failure. */
const refusals = {
  400: { description: 'An address or body that cannot be read' },
  401: { description: 'A session or API key that has ended, or was never valid' },
  414: { description: 'An address that is too long' },
}
const refusalsOfBodies = {
  413: { description: 'A body that is too large' },
  415: { description: 'A body that is not JSON, or no form where a file is expected' },
}

/** The document as JSON. Takes most of a second, so that the server has a worker process make it. */
export const writeApiDocument = async (publicUrl: string): Promise<string> =>
  JSON.stringify(await describeApi(publicUrl))

/** The API as an OpenAPI 3.1 document, generated from the contract. */
export async function describeApi(publicUrl: string): Promise<object> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(
    contract,
    {
      info: { title: 'Cendaki', version: '1' },
      servers: [{ url: `${publicUrl}/api` }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'cdk_…',
            description: 'An API key with the scope that the operation names',
          },
        },
      },
    },
  )
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { route, meta } = procedure['~orpc']
    const operation = document.paths?.[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase() as 'get']
    if (!operation) return
    operation.security = securityOf(meta as EndpointMeta)
    operation.responses = { ...refusals, ...(operation.requestBody ? refusalsOfBodies : {}), ...operation.responses }
  })
  document.paths = { ...document.paths, ...videoUploads }
  document.webhooks = Object.fromEntries(webhookEvents.map((type) => [type, describeWebhook(type)]))
  return document
}

/** A request that the product sends, signed as standardwebhooks.com specifies. */
function describeWebhook(type: WebhookEventType): NonNullable<Document['webhooks']>[string] {
  const [, schema] = new ZodToJsonSchemaConverter().convert(webhookBody(type), { strategy: 'output' })
  return {
    post: {
      summary: `Delivery of the event ${type} to an endpoint that chose it`,
      requestBody: { required: true, content: { 'application/json': { schema: schema as object } } },
      responses: { '2XX': { description: 'Received; any other status is a failure, and is tried again' } },
    },
  }
}

function securityOf({ access, scope }: EndpointMeta): Record<string, string[]>[] {
  if (access === 'public' || access === 'provider') return []
  return [{ session: [] }, ...(scope ? [{ apiKey: [scope] }] : [])]
}
