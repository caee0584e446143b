import * as z from 'zod/mini'
import { apiScopes } from '#contract/kit/api-scopes.ts'
import { at, adminEndpoint, response, freshAdminEndpoint, id } from '#contract/kit/endpoint.ts'
import { instant, line } from '#contract/kit/input-rules.ts'

export const maximumApiKeys = 50

const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  /** The start of the key, by which it is recognized. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Null when the account of the admin was deleted. */
  createdBy: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  /** Accurate to one minute. */
  lastUsedAt: z.nullable(z.string()),
  isExpired: z.boolean(),
})
export type ApiKey = z.infer<typeof apiKey>

const scopesMessage = 'Pilih paling tidak satu izin'

export const apiKeyInput = z.object({
  name: line('Nama wajib diisi', 60),
  scopes: z.array(z.enum(apiScopes, 'Izin tidak dikenal'), scopesMessage).check(
    z.minLength(1, scopesMessage),
    z.maxLength(apiScopes.length, 'Izin tidak dikenal'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'Izin yang sama ditulis dua kali'),
  ),
  /** Null or missing: valid until it is revoked. */
  expiresAt: z.optional(z.nullable(instant('Tanggal tidak valid'))),
})
export type ApiKeyInput = z.infer<typeof apiKeyInput>

export const apiKeysContract = {
  listApiKeys: adminEndpoint
    .route(at('GET /admin/api-keys', 'API keys that are not revoked, newest first'))
    .output(response(z.array(apiKey))),
  createApiKey: freshAdminEndpoint
    .route(
      at('POST /admin/api-keys', 'Create an API key; only this response contains the key itself', {
        successStatus: 201,
        successDescription: 'Kunci API dibuat.',
      }),
    )
    .input(apiKeyInput)
    .output(response(z.extend(apiKey, { key: z.string() })))
    .errors({
      TOO_MANY_API_KEYS: {
        status: 409,
        message: `Paling banyak ${maximumApiKeys} kunci. Cabut dulu kunci yang tidak dipakai.`,
      },
    }),
  revokeApiKey: freshAdminEndpoint
    .route(at('DELETE /admin/api-keys/{id}', 'Revoke an API key; its next call is rejected', 'Kunci API dicabut.'))
    .input(z.object({ id }))
    .output(response(z.null())),
}
