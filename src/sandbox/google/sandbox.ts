import type { CryptoKey, JWTPayload } from 'jose'
import { facePicture } from './face.ts'
import { chooserPage, credentialPage, script, stylesheet } from './pages.ts'

/** Accounts of the chooser: a Gmail account, a Workspace account, and one with an unverified address. */
export type SandboxAccount = {
  sub: string
  name: string
  email: string
  emailVerified: boolean
  hostedDomain: string | null
  hasPicture: boolean
}

export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    sub: '100000000000000000001',
    name: 'Gita Gunung',
    email: 'gita.gunung@gmail.com',
    emailVerified: true,
    hostedDomain: null,
    hasPicture: true,
  },
  {
    sub: '100000000000000000002',
    name: 'Bayu Kantor',
    email: 'bayu@kantor.example',
    emailVerified: true,
    hostedDomain: 'kantor.example',
    hasPicture: true,
  },
  {
    sub: '100000000000000000003',
    name: 'Tari Tamu',
    email: 'tari@tamu.example',
    emailVerified: false,
    hostedDomain: null,
    hasPicture: false,
  },
]

export type GoogleSandboxOptions = { publicBase: string; clientId: string; clock: { now(): Date } }
export type GoogleSandbox = ReturnType<typeof createGoogleSandbox>

/** Loaded with the first sign-in. */
const loadKit = () => import('jose')

type Key = { id: string; privateKey: CryptoKey; publicKey: CryptoKey }

const lifeSeconds = 3600

/**
 * Simulates Google's sign-in: `/gsi/client` with `google.accounts.id`, an account chooser, and `/certs` with the keys that sign
 * ID tokens. It performs no authentication, so it must only run on a developer's machine.
 */
export function createGoogleSandbox({ publicBase, clientId, clock }: GoogleSandboxOptions) {
  let made: Promise<readonly [Key, Key]> | null = null
  // Made with the first use: two RSA keys take longer than the rest of a start.
  const keys = () => (made ??= Promise.all([makeKey(), makeKey()]))
  const { pathname: basePath } = new URL(publicBase)
  const state = { isDown: false }

  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

  /** Signs an ID token. It is valid unless `changes`, `key` or `header` make it invalid. */
  async function issue(
    changes: JWTPayload = {},
    { key, header = {} }: { key?: Key; header?: Record<string, unknown> } = {},
  ): Promise<string> {
    const claims = {
      iss: publicBase,
      aud: clientId,
      azp: clientId,
      iat: nowSeconds(),
      exp: nowSeconds() + lifeSeconds,
      ...changes,
    }
    const { SignJWT } = await loadKit()
    const signedBy = key ?? (await keys())[0]
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signedBy.id, ...header })
      .sign(signedBy.privateKey)
  }

  const claimsOf = ({ sub, name, email, emailVerified, hostedDomain, hasPicture }: SandboxAccount): JWTPayload => ({
    sub,
    name,
    email,
    email_verified: emailVerified,
    ...(hostedDomain ? { hd: hostedDomain } : {}),
    ...(hasPicture ? { picture: `${publicBase}/picture/${sub}.png` } : {}),
  })

  async function handleSelection(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const account = sandboxAccounts.find(({ sub }) => sub === form.get('sub'))
    if (!account || form.get('client_id') !== clientId)
      return new Response('Unknown account or client', { status: 400 })
    const nonce = form.get('nonce')
    return page(
      credentialPage({ basePath, credential: await issue({ ...claimsOf(account), ...(nonce ? { nonce } : {}) }) }),
    )
  }

  async function fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (state.isDown) return new Response('down', { status: 503 })
    const path = `${request.method} ${pathname.slice(basePath === '/' ? 0 : basePath.length)}`
    switch (path) {
      case 'GET /certs':
        return Response.json(
          { keys: await Promise.all((await keys()).map(toJwk)) },
          { headers: { 'cache-control': 'public, max-age=600' } },
        )
      case 'GET /gsi/client':
        return new Response(script({ basePath }), {
          headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
        })
      case 'GET /gsi/style.css':
        return new Response(stylesheet, { headers: { 'content-type': 'text/css; charset=utf-8' } })
      case 'GET /gsi/credential.js':
        return new Response(credentialScript, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
      case 'GET /gsi/select':
        if (searchParams.get('client_id') !== clientId) return new Response('Unknown client', { status: 400 })
        return page(
          chooserPage({ basePath, clientId, nonce: searchParams.get('nonce') ?? '', accounts: sandboxAccounts }),
        )
      case 'POST /gsi/select':
        return handleSelection(request)
      default:
        if (/^GET \/picture\/\d+\.png$/.test(path))
          return new Response(await facePicture(path), { headers: { 'content-type': 'image/png' } })
        return new Response('Not found', { status: 404 })
    }
  }

  return {
    fetch,
    issue,
    claimsOf,
    /** The current signing key, for tests that forge tokens. */
    signingKey: async () => (await keys())[0],
    /** Signs with a new key. The previous key stays published, older ones do not. */
    async rotate(): Promise<void> {
      const [current] = await keys()
      made = Promise.resolve([await makeKey(), current])
    },
    makeForeignKey: makeKey,
    setDown: (isDown: boolean) => void (state.isDown = isDown),
  }
}

// The page's policy allows no inline script, so the script reads the token from a data attribute.
const credentialScript = `var p=document.querySelector('[data-credential]');if(window.opener)window.opener.postMessage({type:'google-sandbox-credential',credential:p.dataset.credential},location.origin);window.close()`

const page = (html: string) =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    },
  })

async function makeKey(): Promise<Key> {
  const { generateKeyPair } = await loadKit()
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { id: crypto.randomUUID(), privateKey, publicKey }
}

const toJwk = async ({ id, publicKey }: Key) => ({
  ...(await (await loadKit()).exportJWK(publicKey)),
  kid: id,
  alg: 'RS256',
  use: 'sig',
})
