import type { Session } from '#contract/identity.ts'
import { isStaff } from '#contract/roles.ts'
import { openCipher, type Cipher } from './session-cipher.ts'

/** Separate keys for students and staff, and a generic one for whoever signed in last. */
const keys = { student: 'student-session', admin: 'admin-session', generic: 'session' } as const
const allKeys = Object.values(keys)

/** `unknown` until storage has been read: on the server, and for a moment in the browser. */
export type SessionState = { status: 'unknown' } | { status: 'signed-out' } | { status: 'signed-in'; session: Session }

export type SessionStore = {
  /** The session that counts on a page: /admin has its own, /student prefers its own, all others use the generic one. */
  read(pathname: string): Promise<Session | null>
  save(session: Session): Promise<void>
  /** Forgets a token under every key it stands under. */
  remove(token: string): Promise<void>
  /** Signs this browser out, whoever is signed in under whichever key. */
  clear(): Promise<void>
  /** Calls back when another tab has signed in or out. */
  onElsewhere(listener: () => void): () => void
  /** The generic session as it was last read, for components. */
  snapshot(): SessionState
  subscribe(listener: () => void): () => void
  /** True where the browser cannot keep a session, so that it ends with this tab. */
  isForgetful(): boolean
}

function keysFor(pathname: string): string[] {
  if (pathname.startsWith('/admin')) return [keys.admin]
  if (pathname.startsWith('/student')) return [keys.student, keys.generic]
  return [keys.generic]
}

export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>()
  const elsewhere = new Set<() => void>()
  const memory = new Map<string, string>()
  let cipherReady: Promise<Cipher | null> | undefined
  let forgetful = false
  let state: SessionState = { status: 'unknown' }

  function cipher(): Promise<Cipher | null> {
    cipherReady ??= openCipher().then((opened) => {
      forgetful = opened === null
      return opened
    })
    return cipherReady
  }

  async function load(key: string): Promise<Session | null> {
    const opened = await cipher()
    const stored = opened ? localStorage.getItem(key) : memory.get(key)
    if (!stored) return null
    try {
      return JSON.parse(opened ? await opened.decrypt(stored) : stored) as Session
    } catch {
      // Encrypted by another profile, or damaged: nobody is signed in.
      localStorage.removeItem(key)
      return null
    }
  }

  async function write(key: string, session: Session) {
    const opened = await cipher()
    const text = JSON.stringify(session)
    if (opened) localStorage.setItem(key, await opened.encrypt(text))
    else memory.set(key, text)
  }

  async function refresh() {
    const session = await load(keys.generic)
    state = session ? { status: 'signed-in', session } : { status: 'signed-out' }
    for (const listener of listeners) listener()
  }

  // Another tab signed in or out: this one follows.
  addEventListener('storage', (event) => {
    if (event.key === null || allKeys.includes(event.key as (typeof allKeys)[number])) {
      void refresh().then(() => {
        for (const listener of elsewhere) listener()
      })
    }
  })
  void refresh()

  return {
    async read(pathname) {
      for (const key of keysFor(pathname)) {
        const session = await load(key)
        if (session) return session
      }
      return null
    },
    async save(session) {
      await write(isStaff(session.role) ? keys.admin : keys.student, session)
      await write(keys.generic, session)
      await refresh()
    },
    async remove(token) {
      for (const key of allKeys) {
        if ((await load(key))?.token !== token) continue
        localStorage.removeItem(key)
        memory.delete(key)
      }
      await refresh()
    },
    async clear() {
      for (const key of allKeys) {
        localStorage.removeItem(key)
        memory.delete(key)
      }
      await refresh()
    },
    onElsewhere(listener) {
      elsewhere.add(listener)
      return () => void elsewhere.delete(listener)
    },
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isForgetful: () => forgetful,
  }
}

/** Where pages are rendered for everyone nobody is signed in, and nothing can be kept. */
export const noSessions: SessionStore = {
  read: async () => null,
  save: async () => {},
  remove: async () => {},
  clear: async () => {},
  onElsewhere: () => () => {},
  snapshot: () => ({ status: 'unknown' }),
  subscribe: () => () => {},
  isForgetful: () => false,
}
