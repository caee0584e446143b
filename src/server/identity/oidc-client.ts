import type * as Kit from 'openid-client'
import { paths } from '#contract/kit/paths.ts'

export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** "Masuk dengan …" */
  label: string
  /** The organisation proves addresses itself. */
  trustsEmail: boolean
}

export type OidcIdentity = {
  /** Issuer and subject: a subject is unique at its issuer only. */
  sub: string
  email: string
  name: string
  isVerified: boolean
  /** The provider can confirm the owner of the address. */
  isAuthoritative: boolean
}

/** Values that the browser keeps between leaving for the provider and coming back. */
export type OidcAttempt = { state: string; nonce: string; verifier: string }

export type OidcClient = ReturnType<typeof createOidcClient>

/** The provider does not answer, or not as one, so nobody can be signed in or rejected. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

const timeoutSeconds = 8
const skewSeconds = 300

type Deps = {
  settings: OidcSettings
  publicUrl: string
  fetch: typeof fetch
  /** Added to the system time. */ clockOffsetSeconds?: number
}

/** The code flow with PKCE. The client library is loaded with the first sign-in. */
export function createOidcClient({ settings, publicUrl, fetch, clockOffsetSeconds = 0 }: Deps) {
  const redirectUri = `${publicUrl}${paths.oidc()}`
  let discovered: Promise<{ kit: typeof Kit; server: Kit.ServerMetadata }> | null = null
  const reach = (url: string, options: object) => fetch(url, options as RequestInit)

  async function discover() {
    const kit = await import('openid-client')
    const execute = settings.issuer.startsWith('http://') ? [kit.allowInsecureRequests] : []
    const config = await kit.discovery(
      new URL(settings.issuer),
      settings.clientId,
      { client_secret: settings.clientSecret },
      undefined,
      { execute, [kit.customFetch]: reach, timeout: timeoutSeconds },
    )
    return { kit, server: config.serverMetadata() }
  }

  /** Fails with ProviderAway, and is tried again at the next call. */
  async function load() {
    try {
      return configure(await (discovered ??= discover()))
    } catch (error) {
      discovered = null
      throw new ProviderAway('The OpenID Connect provider cannot be discovered', { cause: error })
    }
  }

  /** One for each call: the library keeps keys for a minute, in which the provider may have rotated them. */
  function configure({ kit, server }: { kit: typeof Kit; server: Kit.ServerMetadata }) {
    const config = new kit.Configuration({ ...server }, settings.clientId, {
      client_secret: settings.clientSecret,
      [kit.clockTolerance]: skewSeconds,
      [kit.clockSkew]: clockOffsetSeconds,
    })
    config.timeout = timeoutSeconds
    config[kit.customFetch] = reach
    // Signatures are verified although the token comes from the provider itself.
    kit.enableNonRepudiationChecks(config)
    if (settings.issuer.startsWith('http://')) kit.allowInsecureRequests(config)
    return { kit, config }
  }

  return {
    settings,
    redirectUri,
    /** Rejects with the reason when the provider cannot be used. */
    async check(): Promise<void> {
      await discover()
    },
    /** Where the browser goes, and what it keeps. */
    async start(): Promise<{ url: string; attempt: OidcAttempt }> {
      const { kit, config } = await load()
      const attempt = { state: kit.randomState(), nonce: kit.randomNonce(), verifier: kit.randomPKCECodeVerifier() }
      const url = kit.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await kit.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },
    /** Whose account it is, by what the provider sent the browser back with; null for what it did not send for this attempt. */
    async finish(query: string, { state, nonce, verifier }: OidcAttempt): Promise<OidcIdentity | null> {
      const { kit, config } = await load()
      try {
        const tokens = await kit.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) return null
        // Many providers name the address at their own endpoint only.
        const more =
          typeof claims['email'] === 'string'
            ? claims
            : await kit.fetchUserInfo(config, tokens.access_token, claims.sub)
        return readIdentity({ ...claims, ...more }, settings)
      } catch (error) {
        if (isRejection(kit, error)) return null
        throw new ProviderAway('The OpenID Connect provider does not answer', { cause: error })
      }
    },
  }
}

function readIdentity(claims: Record<string, unknown>, { issuer, trustsEmail }: OidcSettings): OidcIdentity | null {
  const { sub, email, name } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255 || typeof email !== 'string' || email.length > 254)
    return null
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return null
  return {
    sub: `${issuer} ${sub}`,
    email: address,
    name: typeof name === 'string' ? name : (address.split('@')[0] ?? address),
    isVerified: trustsEmail || claims['email_verified'] === true,
    isAuthoritative: trustsEmail,
  }
}

/** True when the provider or the library rejects this attempt, false when the provider fails or cannot be reached. */
function isRejection(kit: typeof Kit, error: unknown): boolean {
  if (error instanceof kit.AuthorizationResponseError || error instanceof kit.ResponseBodyError)
    return !(error instanceof kit.ResponseBodyError && error.status >= 500)
  return (
    error instanceof kit.ClientError &&
    !['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
      error.code ?? '',
    )
  )
}
