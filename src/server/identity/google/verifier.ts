import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import type { Clock } from '#server/clock.ts'
import { fetchPicture, googlePictureHosts } from './picture.ts'

/** Where tokens come from, and for whom they must be made out. */
export type GoogleSettings = {
  clientId: string
  issuers: readonly string[]
  jwksUrl: string
  scriptUrl: string
  /** Where people's pictures may be fetched from; Google's own hosts unless the sandbox names itself. */
  pictureSources?: readonly string[]
}

export type GoogleIdentity = {
  /** Google's own id of the person: the only thing to know them by. */
  sub: string
  email: string
  name: string
  nonce: string | null
  /** Where Google shows a picture of them. */
  picture: string | null
  /** Google itself hands out this address (Gmail, or a company's Workspace): its word about the owner counts. */
  isAuthoritative: boolean
}

export type GoogleVerifier = ReturnType<typeof createGoogleVerifier>

/** The keys of the issuer cannot be had: nobody can be let in, but nobody is a liar. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable'
}

const maximumTokenLength = 8192
const longestAddress = 2000
const skewSeconds = 300
const maximumLifeSeconds = 86_400

type Deps = {
  settings: GoogleSettings
  clock: Clock
  fetch: (request: Request) => Promise<Response>
  /** Between two looks for a key that is not known. */ cooldownMs?: number
}

/** Checks ID tokens as Google asks: signature by one of its present keys, issuer, audience, times, authorised party. */
export function createGoogleVerifier({ settings, clock, fetch, cooldownMs = 30_000 }: Deps) {
  const { clientId, issuers, jwksUrl } = settings
  // Unknown keys make it look again, at most once in half a minute; known ones go on working while the issuer is away.
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 5000,
    cooldownDuration: cooldownMs,
    cacheMaxAge: 600_000,
    [customFetch]: (url, options) => fetch(new Request(url, { ...options, redirect: 'error' } as RequestInit)),
  })

  return {
    settings,
    /** The bytes of a picture that a token named; rejects when they cannot or may not be had. */
    fetchPicture: (address: string) => fetchPicture(address, { fetch, allowed: settings.pictureSources ?? googlePictureHosts }),
    /** Null for every token that is not good. Rejects with IssuerUnavailable when that cannot be told. */
    async verify(idToken: string): Promise<GoogleIdentity | null> {
      if (idToken.length > maximumTokenLength) return null
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          // Nothing else: no unsigned token, and no public key taken for a shared secret.
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
        if (isTokenFault(error)) return null
        throw new IssuerUnavailable('The keys of the issuer cannot be had', { cause: error })
      }
    },
  }
}

function readIdentity(payload: JWTPayload, { clientId, nowSeconds }: { clientId: string; nowSeconds: number }): GoogleIdentity | null {
  const { sub, email, name, picture, nonce, azp, hd, iat, exp, aud } = payload
  if (typeof sub !== 'string' || !sub || sub.length > 255 || typeof email !== 'string' || email.length > 254) return null
  // Made out for us alone, not for us among others.
  if (aud !== clientId || (azp !== undefined && azp !== clientId)) return null
  if ((iat ?? 0) > nowSeconds + skewSeconds || (exp ?? 0) - (iat ?? 0) > maximumLifeSeconds) return null
  const address = email.trim().toLowerCase()
  const isVerified = payload['email_verified'] === true
  return {
    sub,
    email: address,
    name: typeof name === 'string' ? name : (address.split('@')[0] ?? address),
    picture: typeof picture === 'string' && picture.length <= longestAddress ? picture : null,
    nonce: typeof nonce === 'string' ? nonce : null,
    isAuthoritative: isVerified && (address.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')),
  }
}

const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && !(error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC'
