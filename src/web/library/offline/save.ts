import type { SessionStore } from '#web/identity/session-store.ts'
import { guest } from '#web/library/reading/reading-store.ts'
import { currentBuild } from './current-build.ts'
import type { Keepable } from './keepable.ts'
import { keep, type Fetched, type Saved } from './saved-store.ts'

/** Everything fetched and weighed, but not kept yet. */
export type Prepared = { entry: Omit<Saved, 'addresses'>; fetched: Fetched[] }

/** Fetches all that is needed to open something without a network, as whoever is signed in here. */
export async function prepare(item: Keepable, sessions: SessionStore): Promise<Prepared> {
  const session = await sessions.read(location.pathname)
  const authorization = session ? `Bearer ${session.token}` : null
  const owner = session?.user._id ?? guest
  const mark = await fingerprint(authorization)
  const fetched: Fetched[] = []
  const add = async (address: string, keptAs = address, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    fetched.push({ address: keptAs, response })
    return response.clone().text()
  }
  const page = await add(item.path)
  const data = item.data ? await add(item.data, `${item.data}?pemilik=${mark}`, authorization ? { authorization } : {}) : ''
  const pictures = (page + data).match(/\/uploads\/[\w-]+\.webp/g) ?? []
  await Promise.all([...new Set([...pictures, ...builtFiles()])].map((address) => add(address)))
  const sizes = await Promise.all(fetched.map(async ({ response }) => (await response.clone().arrayBuffer()).byteLength))
  const { kind, id, title, path } = item
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // What everybody may read belongs to nobody; a person's own answer belongs to that person.
  const entry = { kind, id, title, path, owner: item.data ? owner : guest, bytes, savedAt: new Date().toISOString(), session: mark, build: currentBuild() }
  return { entry, fetched }
}

export const store = ({ entry, fetched }: Prepared): Promise<void> => keep(entry, fetched)

/** The scripts, styles and fonts that this page runs on: a page of the same kind needs the same ones. */
function builtFiles(): string[] {
  const linked = [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href^="/assets/"], script[src^="/assets/"]')]
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  return [
    ...linked.map((element) => new URL('href' in element ? element.href : element.src).pathname),
    ...loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/')).map(({ pathname }) => pathname),
  ]
}

/** The same as in sw.js: whose answer is this? */
export async function fingerprint(authorization: string | null): Promise<string> {
  if (!authorization) return guest
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
