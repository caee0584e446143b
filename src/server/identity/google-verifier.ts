import type { JWTPayload } from 'jose'
import type { Clock } from '#server/platform/clock.ts'
import { fetchPicture, googlePictureHosts } from './google-picture.ts'

/** Issuer and audience of the tokens. */
export type GoogleSettings = {
  clientId: string
  issuers: readonly string[]
  jwksUrl: string
  scriptUrl: string
  /** Allowed sources of profile pictures; by default Google's hosts. */
  pictureSources?: readonly string[]
}

export type GoogleIdentity = {
  /** Google's user id, the only stable identifier. */
  sub: string
  email: string
  name: string
  nonce: string | null
  /** URL of the profile picture. */
  picture: string | null
  /** Google has verified that the address belongs to this Google account, at some time. */
  isVerified: boolean
  /** Google hosts this address (Gmail or Workspace), so it can confirm the owner. */
  isAuthoritative: boolean
}

export type GoogleVerifier = ReturnType<typeof createGoogleVerifier>

type Kit = typeof import('jose')

/** The issuer's keys cannot be fetched, so the token can be neither accepted nor rejected. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}

const maximumTokenLength = 8192
const maximumUrlLength = 2000
const skewSeconds = 300
const maximumLifeSeconds = 86_400

type Deps = {
  settings: GoogleSettings
  clock: Clock
  fetch: (request: Request) => Promise<Response>
  /** Minimum time between two refetches for an unknown key. */ cooldownMs?: number
}

/** Validates ID tokens as Google requires: signature, issuer, audience, times, authorised party. */
export function createGoogleVerifier({ settings, clock, fetch, cooldownMs = 30_000 }: Deps) {
  const { clientId, issuers, jwksUrl } = settings
  let loading: Promise<Kit & { keys: ReturnType<Kit['createRemoteJWKSet']> }> | null = null
  /** With the first token: few requests carry one. */
  async function load() {
    const kit = await import('jose')
    // An unknown key triggers a refetch, at most once per cooldown. Known keys still work while the issuer is unreachable.
    const keys = kit.createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: 5000,
      cooldownDuration: cooldownMs,
      cacheMaxAge: 600_000,
      [kit.customFetch]: (url, options) => fetch(new Request(url, { ...options, redirect: 'error' } as RequestInit)),
    })
    return { ...kit, keys }
  }

  return {
    settings,
    /** Downloads the picture of a token. Rejects when it is not allowed or fails. */
    fetchPicture: (address: string) =>
      fetchPicture(address, { fetch, allowed: settings.pictureSources ?? googlePictureHosts }),
    /** Null for an invalid token. Rejects with IssuerUnavailable when the keys cannot be fetched. */
    async verify(idToken: string): Promise<GoogleIdentity | null> {
      if (idToken.length > maximumTokenLength) return null
      const { jwtVerify, errors, keys } = await (loading ??= load())
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          // Excludes unsigned tokens, and HMAC with the public key as secret.
          algorithms: ['RS256'],
          issuer: [...issuers],
          audience: clientId,
          currentDate: clock.now(),
          clockTolerance: skewSeconds,
          maxTokenAge: maximumLifeSeconds,
          requiredClaims: ['exp', 'iat', 'sub', 'email'],
        })
        return readIdentity(payload, { clientId, nowSeconds: clock.now().getTime() / 1000 })
      } catch (error) {
        if (isTokenFault(errors, error)) return null
        throw new IssuerUnavailable('The keys of the issuer cannot be fetched', { cause: error })
      }
    },
  }
}

function readIdentity(
  payload: JWTPayload,
  { clientId, nowSeconds }: { clientId: string; nowSeconds: number },
): GoogleIdentity | null {
  const { sub, email, name, picture, nonce, azp, hd, iat, exp, aud } = payload
  if (typeof sub !== 'string' || !sub || sub.length > 255 || typeof email !== 'string' || email.length > 254)
    return null
  // Rejects tokens with several audiences.
  if (aud !== clientId || (azp !== undefined && azp !== clientId)) return null
  if ((iat ?? 0) > nowSeconds + skewSeconds || (exp ?? 0) - (iat ?? 0) > maximumLifeSeconds) return null
  const address = email.trim().toLowerCase()
  const isVerified = payload['email_verified'] === true
  return {
    sub,
    email: address,
    name: typeof name === 'string' ? name : (address.split('@')[0] ?? address),
    picture: typeof picture === 'string' && picture.length <= maximumUrlLength ? picture : null,
    nonce: typeof nonce === 'string' ? nonce : null,
    isVerified,
    isAuthoritative: isVerified && (address.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')),
  }
}

const isTokenFault = (errors: Kit['errors'], error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'
