import { sessionKey } from '#web/kit/ui/stored-names.ts'
import type { Session } from '#contract/identity/identity.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { openCipher, type Cipher } from './session-cipher.ts'

/** Separate keys for students and staff, and a generic key for the last sign-in. */
const keys = { student: 'student-session', admin: 'admin-session', generic: sessionKey } as const
const allKeys = Object.values(keys)

/** `unknown` until storage has been read: on the server, and briefly in the browser. */
export type SessionState = { status: 'unknown' } | { status: 'signed-out' } | { status: 'signed-in'; session: Session }

export type SessionStore = {
  /** The session that applies to a page: /admin has a separate one, /student prefers the student session, other pages use the generic one. */
  read(pathname: string): Promise<Session | null>
  save(session: Session): Promise<void>
  /** Removes a token under every key. */
  remove(token: string): Promise<void>
  /** Removes all sessions of this browser. */
  clear(): Promise<void>
  /** Calls the listener when another tab signs in or out. */
  onOtherTabChange(listener: () => void): () => void
  /** The last read generic session, for components. */
  snapshot(): SessionState
  subscribe(listener: () => void): () => void
  /** True when the browser cannot store a session, so that it ends with this tab. */
  isEphemeral(): boolean
}

function keysFor(pathname: string): string[] {
  if (pathname.startsWith('/admin')) return [keys.admin]
  if (pathname.startsWith('/student')) return [keys.student, keys.generic]
  return [keys.generic]
}

export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>()
  const otherTabListeners = new Set<() => void>()
  const inMemory = new Map<string, string>()
  let cipherReady: Promise<Cipher | null> | undefined
  let ephemeral = false
  let state: SessionState = { status: 'unknown' }

  function cipher(): Promise<Cipher | null> {
    cipherReady ??= openCipher().then((opened) => {
      ephemeral = opened === null
      return opened
    })
    return cipherReady
  }

  async function load(key: string): Promise<Session | null> {
    const opened = await cipher()
    const stored = opened ? localStorage.getItem(key) : inMemory.get(key)
    if (!stored) return null
    try {
      return JSON.parse(opened ? await opened.decrypt(stored) : stored) as Session
    } catch {
      // Encrypted by another profile, or damaged: treated as signed out.
      localStorage.removeItem(key)
      return null
    }
  }

  async function write(key: string, session: Session) {
    const opened = await cipher()
    const text = JSON.stringify(session)
    if (opened) localStorage.setItem(key, await opened.encrypt(text))
    else inMemory.set(key, text)
  }

  async function refresh() {
    const session = await load(keys.generic)
    state = session ? { status: 'signed-in', session } : { status: 'signed-out' }
    for (const listener of listeners) listener()
  }

  // Another tab signed in or out: this tab follows.
  addEventListener('storage', (event) => {
    if (event.key === null || allKeys.includes(event.key as (typeof allKeys)[number])) {
      void refresh().then(() => {
        for (const listener of otherTabListeners) listener()
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
        inMemory.delete(key)
      }
      await refresh()
    },
    async clear() {
      for (const key of allKeys) {
        localStorage.removeItem(key)
        inMemory.delete(key)
      }
      await refresh()
    },
    onOtherTabChange(listener) {
      otherTabListeners.add(listener)
      return () => void otherTabListeners.delete(listener)
    },
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isEphemeral: () => ephemeral,
  }
}

/** For server rendering: never signed in, stores nothing. */
export const noSessions: SessionStore = {
  read: async () => null,
  save: async () => {},
  remove: async () => {},
  clear: async () => {},
  onOtherTabChange: () => () => {},
  snapshot: () => ({ status: 'unknown' }),
  subscribe: () => () => {},
  isEphemeral: () => false,
}
