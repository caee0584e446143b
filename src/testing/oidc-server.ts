import { generateKeyPairSync, randomUUID, type JsonWebKey } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'

type Person = { sub: string; claims: Record<string, unknown> }

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>

const newKey = (): JsonWebKey => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  use: 'sig',
  alg: 'RS256',
  kid: randomUUID(),
})

/** An OpenID Connect provider of another make, with one client. Whoever comes is the person that the test names. */
export async function startOidcServer(redirectUri: string) {
  const client = { client_id: 'cendaki', client_secret: 'rahasia-klien-yang-panjang' }
  let person: Person = { sub: 'nobody', claims: {} }
  let key = newKey()
  let handle: ReturnType<Provider['callback']>
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (!pathname.startsWith('/interaction/')) return void handle(request, response)
    void finishInteraction(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let provider: Provider

  function restart() {
    const configuration: Configuration = {
      clients: [
        { ...client, redirect_uris: [redirectUri], response_types: ['code'], grant_types: ['authorization_code'] },
      ],
      jwks: { keys: [key] } as NonNullable<Configuration['jwks']>,
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['kunci-cookie-uji'] },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...person.claims }) }),
    }
    provider = new Provider(issuer, configuration)
    provider.on('server_error', (_context, error) => process.stderr.write(`${String(error)}\n`))
    handle = provider.callback()
  }
  restart()

  async function finishInteraction(...[request, response]: Parameters<typeof handle>) {
    const { prompt, params, grantId } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
    grant?.addOIDCScope('openid email profile')
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId: (await grant?.save()) ?? '' } },
      { mergeWithLastSubmission: true },
    )
  }

  return {
    issuer,
    client,
    /** Who signs in at the provider from now on. */
    be: (sub: string, claims: Record<string, unknown>) => void (person = { sub, claims }),
    /** Signs with another key from now on; the former one is forgotten. */
    rotateKeys() {
      key = newKey()
      restart()
    },
    /** Follows the redirects as a browser does, and returns the query of the last one. */
    async visit(url: string): Promise<string> {
      const cookies = new Map<string, string>()
      for (let next = url; ;) {
        const response = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
        next = new URL(location, next).href
        if (next.startsWith(redirectUri)) return new URL(next).search.slice(1)
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
