import type { Context, Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createHash } from 'node:crypto'
import type { World } from '#sandbox/payment/world.ts'
import { isSameSecret } from './authorization.ts'

const cookieName = 'paysim_operator'

/** Lets the operator in by Authorization, by a cookie, or once by `?token=`, which becomes the cookie. */
export function operatorAccess(world: World) {
  const { operatorToken } = world.options
  // The cookie proves that its holder knew the token without being the token.
  const proof = createHash('sha256').update(`paysim operator ${operatorToken}`).digest('base64url')

  return async (context: Context, next: Next): Promise<Response | void> => {
    context.header('cache-control', 'no-store')
    context.header('referrer-policy', 'no-referrer')
    const given = context.req.query('token')
    if (context.req.method === 'GET' && given !== undefined && isSameSecret(given, operatorToken)) return admit(context)
    const byHeader = isSameSecret(context.req.header('authorization') ?? '', `Bearer ${operatorToken}`)
    const byCookie = isSameSecret(getCookie(context, cookieName) ?? '', proof) && isFromOwnPage(context)
    if (byHeader || byCookie) return next()
    return context.text('Halaman operator sandbox. Buka dengan ?token=… atau kirim Authorization: Bearer ….', 401)
  }

  function admit(context: Context): Response {
    setCookie(context, cookieName, proof, { path: `${world.prefix}/_sim`, httpOnly: true, sameSite: 'Strict', secure: world.publicBase.startsWith('https:') })
    return context.redirect(`${world.prefix}/_sim`, 303)
  }
}

// A cookie alone must not let another page press the buttons.
function isFromOwnPage(context: Context): boolean {
  return context.req.method === 'GET' || context.req.header('sec-fetch-site') === 'same-origin'
}
