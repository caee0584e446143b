import type { Database } from '#server/platform/database/index.ts'
import { createSecret } from '#server/platform/protection/index.ts'

/** The keys of sign-ins: see `IdentityDeps`. */
export const identitySecrets = (database: Database) => ({
  readNonceSecret: createSecret(database, 'google-nonces'),
  readDeviceSecret: createSecret(database, 'device-cookies'),
  readOidcSecret: createSecret(database, 'oidc-accounts'),
})
