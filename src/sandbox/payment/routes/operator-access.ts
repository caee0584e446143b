import type { Context, Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createHash } from 'node:crypto'
import type { SandboxContext } from '#sandbox/payment/context.ts'
import { isSameSecret } from './authorization.ts'

const cookieName = 'paysim_operator'

/** Authenticates the operator by Authorization header, by cookie, or by `?token=`, which sets the cookie. */
export function operatorAccess(sandbox: SandboxContext) {
  const { operatorToken } = sandbox.options
  // The cookie holds a hash, so that it proves knowledge of the token without containing it.
  const proof = createHash('sha256').update(`paysim operator ${operatorToken}`).digest('base64url')

  return async (context: Context, next: Next): Promise<Response | void> => {
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    const given = context.req.query('token')
    if (context.req.method === 'GET' && given !== undefined && isSameSecret(given, operatorToken))
      return setCookieAndRedirect(context)
    const byHeader = isSameSecret(context.req.header('authorization') ?? '', `Bearer ${operatorToken}`)
    const byCookie = isSameSecret(getCookie(context, cookieName) ?? '', proof) && isFromOwnPage(context)
    if (byHeader || byCookie) return next()
    return context.text('Halaman operator sandbox. Buka dengan ?token=… atau kirim Authorization: Bearer ….', 401)
  }

  function setCookieAndRedirect(context: Context): Response {
    setCookie(context, cookieName, proof, {
      path: `${sandbox.prefix}/_sim`,
      httpOnly: true,
      sameSite: 'Strict',
      secure: sandbox.publicBase.startsWith('https:'),
    })
    return context.redirect(`${sandbox.prefix}/_sim`, 303)
  }
}

// CSRF protection: with the cookie alone only same-origin requests may change anything.
function isFromOwnPage(context: Context): boolean {
  return context.req.method === 'GET' || context.req.header('sec-fetch-site') === 'same-origin'
}
