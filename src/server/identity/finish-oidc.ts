import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IdentityDeps } from './deps.ts'
import { oidcLinkedMessage } from './messages.ts'
import { signInForeign, type ForeignAccount, type ForeignOutcome } from '#server/identity/sign-in/foreign-account.ts'
import { oidcFailures } from './limits.ts'
import { refused, tooManyRequests, type Refusal } from '#server/platform/outcomes.ts'
import { ProviderAway, type OidcAttempt, type OidcIdentity } from './oidc-client.ts'
import { oidcLifeSeconds } from './sign-in/lifetimes.ts'

const oidcAccount: ForeignAccount = {
  column: 'oidcSub',
  fallbackName: 'Pengguna organisasi',
  mailKind: 'oidc-linked',
  linkedMessage: oidcLinkedMessage,
  action: 'user.oidc-linked',
}

type Unavailable = Refusal<'not-found' | 'oidc-unavailable'>

/** Where the browser goes, and the value of the cookie that it keeps meanwhile. */
export async function startOidc({
  oidc,
  log,
}: IdentityDeps): Promise<{ outcome: 'started'; url: string; cookie: string } | Unavailable> {
  if (!oidc) return refused('not-found')
  try {
    const { url, attempt } = await oidc.start()
    return { outcome: 'started', url, cookie: [attempt.state, attempt.nonce, attempt.verifier].join('.') }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    log.warn({ error: String(error.cause) }, 'sign-in with OpenID Connect: the provider is away')
    return refused('oidc-unavailable')
  }
}

export type OidcReturn = {
  /** Added to the URL by the provider; undefined in a second call, with the password. */
  query: string | undefined
  password: string | undefined
  /** Set by `startOidc`. */
  attemptCookie: string | null
  /** Set by the call before this one. */
  ticketCookie: string | null
  client: string
}

export type OidcOutcome =
  | Exclude<ForeignOutcome, Refusal<'rejected' | 'email-unverified'>>
  | Refusal<'oidc-failed' | 'oidc-email-unverified'>
  | Unavailable

/** The user whom the provider sent back to this browser. `ticket` is kept by the browser where a second call with the password may follow. */
export async function checkOidc(
  deps: IdentityDeps,
  { query, password, attemptCookie, ticketCookie, client }: OidcReturn,
): Promise<{ outcome: OidcOutcome; ticket: string | null }> {
  const { oidc, rateLimiter } = deps
  if (!oidc) return { outcome: refused('not-found'), ticket: null }
  try {
    const attempt = query === undefined ? null : readAttempt(attemptCookie)
    const identity =
      query === undefined ? await readTicket(deps, ticketCookie) : attempt && (await oidc.finish(query, attempt))
    // A code is consumed by the provider, and a ticket opens nothing without the password.
    const outcome = identity
      ? await signInForeign(deps, { kind: oidcAccount, identity, password, consume: async () => true })
      : refused('rejected')
    if (outcome.outcome === 'email-unverified') return { outcome: refused('oidc-email-unverified'), ticket: null }
    const mayFollow = outcome.outcome === 'link-needs-password' || outcome.outcome === 'invalid-input'
    if (outcome.outcome !== 'rejected')
      return { outcome, ticket: identity && mayFollow ? await makeTicket(deps, identity) : null }
    const limit = await rateLimiter.take([oidcFailures, client])
    return { outcome: limit.allowed ? refused('oidc-failed') : tooManyRequests(limit), ticket: null }
  } catch (error) {
    if (!(error instanceof ProviderAway)) throw error
    deps.log.warn({ error: String(error.cause) }, 'sign-in with OpenID Connect: the provider is away')
    return { outcome: refused('oidc-unavailable'), ticket: null }
  }
}

function readAttempt(cookie: string | null): OidcAttempt | null {
  const [state, nonce, verifier, ...more] = (cookie ?? '').split('.')
  return state && nonce && verifier && more.length === 0 ? { state, nonce, verifier } : null
}

const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Signs what the provider said, because its code cannot be redeemed a second time. */
async function makeTicket({ readOidcSecret, clock }: IdentityDeps, identity: OidcIdentity): Promise<string> {
  const endsAt = clock.now().getTime() + oidcLifeSeconds * 1000
  const text = Buffer.from(JSON.stringify({ identity, endsAt })).toString('base64url')
  return `${text}.${signatureOf(await readOidcSecret(), text).toString('base64url')}`
}

async function readTicket(
  { readOidcSecret, clock }: IdentityDeps,
  ticket: string | null,
): Promise<OidcIdentity | null> {
  const [text = '', signature = ''] = (ticket ?? '').split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(await readOidcSecret(), text)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { identity, endsAt } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
    identity: OidcIdentity
    endsAt: number
  }
  return endsAt > clock.now().getTime() ? identity : null
}
