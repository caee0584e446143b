import { isStaff, type Role } from '#contract/identity.ts'

/** Whoever calls, read fresh from the database on each call. */
export type Viewer = { id: string; name: string; email: string; role: Role; photo: string; sessionId: string }

/** What every endpoint is handed beside its input. */
export type ApiContext = {
  /** The caller of a public endpoint: null when no token came along. Throws UNAUTHORIZED for a dead token. */
  findViewer(): Promise<Viewer | null>
  userAgent: string
  readCookie(name: string): string | null
  /** HttpOnly, for this site only. */
  setCookie(cookie: { name: string; value: string; path: string; maxAgeSeconds: number }): void
  /** Who calls, as far as the network tells: an address that attempts are counted for. */
  client: string
}

/** May this viewer edit what that instructor made? Admins may edit all, instructors their own. */
export function requireStaffOf(viewer: Viewer | null, instructorId: string): boolean {
  if (!viewer || !isStaff(viewer.role)) return false
  return viewer.role === 'admin' || viewer.id === instructorId
}
