import { ORPCError } from '@orpc/server'
import { isStaff } from '#contract/kit/roles.ts'
import type { Access } from '#contract/kit/endpoint.ts'
import type { Viewer } from './context.ts'

export const unauthorized = () =>
  new ORPCError('UNAUTHORIZED', { status: 401, message: 'Sesi berakhir. Masuk lagi untuk melanjutkan.' })
export const forbidden = () =>
  new ORPCError('FORBIDDEN', { status: 403, message: 'Akun ini tidak punya izin untuk tindakan ini.' })

export function mayCall(access: Access, viewer: Viewer): boolean {
  if (access === 'staff') return isStaff(viewer.role)
  if (access === 'admin') return viewer.role === 'admin'
  return true
}
