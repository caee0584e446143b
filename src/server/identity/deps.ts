import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/platform/work/background.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Challenges, RateLimiter, Secret } from '#server/platform/protection/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, PersonalData } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import type { Uploads, UploadsInUse } from '#server/platform/media/index.ts'
import type { GoogleVerifier } from './google-verifier.ts'
import type { OidcClient } from './oidc-client.ts'
import type { Passwords } from './sign-in/password.ts'
import type { SecurityLog } from './security-log.ts'
import type { SessionLives } from './sign-in/session.ts'

export type IdentityDeps = {
  database: Database
  clock: Clock
  rateLimiter: RateLimiter
  challenges: Challenges
  passwords: Passwords
  mail: Mail
  uploads: Uploads
  audit: Audit
  background: Background
  log: Pick<Logger, 'info' | 'warn'>
  cacheTags: CacheTags
  publicUrl: string
  sessionLives: SessionLives
  /** Null when sign-in with Google is not configured. */
  google: GoogleVerifier | null
  /** Null when sign-in of an organisation is not configured. */
  oidc: OidcClient | null
  /** Signs what the provider of an organisation said. */
  readOidcSecret: Secret
  /** Signs the nonces of sign-ins with Google. */
  readNonceSecret: Secret
  /** Signs the cookies that recognize a browser. */
  readDeviceSecret: Secret
  securityLog: SecurityLog
  /** Records that new users accept the terms. */
  consents: Consents
  readSite: () => Promise<{ name: string; staffMustUseTwoSteps: boolean; twoStepsRequiredSince: string | null }>
}

/** The account module is built last: it exports and erases the personal data of every module. */
export type AccountDeps = IdentityDeps & {
  personalData: readonly PersonalData[]
  uploadsInUse: readonly UploadsInUse[]
}
