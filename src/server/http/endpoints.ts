import { implement, ORPCError } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { isStaff } from '#contract/identity.ts'
import type { Access } from '#contract/endpoint.ts'
import type { ApiContext, Viewer } from './context.ts'

const unauthorized = () => new ORPCError('UNAUTHORIZED', { status: 401, message: 'Sesi berakhir. Masuk lagi untuk melanjutkan.' })
const forbidden = () => new ORPCError('FORBIDDEN', { status: 403, message: 'Akun ini tidak punya izin untuk tindakan ini.' })

function mayCall(access: Access, viewer: Viewer): boolean {
  if (access === 'staff') return isStaff(viewer.role)
  if (access === 'admin') return viewer.role === 'admin'
  return true
}

/**
 * The contract, ready to be filled with functions. Who may call what is declared in the contract and enforced here,
 * before the input is looked at; `context.me()` is the caller of every endpoint that is not public.
 */
export const endpoints = implement(contract)
  .$context<ApiContext>()
  .use(async ({ context, procedure, next }) => {
    const { access } = procedure['~orpc'].meta
    if (access === 'public' || access === 'provider') return next({ context: { me: nobody } })
    const me = await context.findViewer()
    if (!me) throw unauthorized()
    if (!mayCall(access, me)) throw forbidden()
    return next({ context: { me: () => me } })
  })

function nobody(): Viewer {
  throw new Error('A public endpoint has no caller to rely on: use context.findViewer()')
}
