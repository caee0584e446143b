import type { Session } from '#contract/identity.ts'
import { guest } from '#web/library/reading/reading-store.ts'
import { builtFilesOf } from './built-files.ts'
import { currentBuild } from './current-build.ts'
import { kinds, type Keepable } from './keepable.ts'
import { keep, type Fetched, type Saved } from './saved-store.ts'

/** What the server says of it now. */
export type Source = { response: Response; text: string; title: string; version: string }
/** Everything fetched and weighed, but not kept yet. */
export type Prepared = { entry: Omit<Saved, 'addresses'>; fetched: Fetched[] }

/** It is not there any more, or not for this reader. */
export class Gone extends Error {}

async function ask(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response
}

const authorizationOf = (session: Session | null): string | null => session && `Bearer ${session.token}`

export async function readSource(item: Keepable, session: Session | null): Promise<Source> {
  const { source, isPersonal } = kinds[item.kind]
  const authorization = isPersonal ? authorizationOf(session) : null
  const response = await fetch(source(item), { cache: 'no-store', headers: authorization ? { authorization } : {} })
  if (response.status === 404) throw new Gone(item.title)
  if (!response.ok) throw new Error(`${item.title} answered ${response.status}`)
  const text = await response.clone().text()
  const { data } = JSON.parse(text) as { data: Readable }
  return { response, text, title: data.title, version: await digest(JSON.stringify([data.title, data.updatedAt, data.viewer?.owned, data.details])) }
}

/** What tells one version from another: lessons lie in a course's `details`; of all else there is a date, and whether the rest is open. */
type Readable = { title: string; updatedAt: string; viewer?: { owned?: boolean }; details?: unknown }

/** Fetches all that is needed to open something without a network, as this person. */
export async function prepare(item: Keepable, session: Session | null, source?: Source): Promise<Prepared> {
  const { kind, id, path } = item
  const { source: address, isPersonal, code } = kinds[kind]
  const { response, text, title, version } = source ?? (await readSource(item, session))
  const mark = await fingerprint(authorizationOf(session))
  const page = await ask(path)
  const html = await page.clone().text()
  const fetched: Fetched[] = [{ address: path, response: page }]
  if (isPersonal) fetched.push({ address: `${address(item)}?pemilik=${mark}`, response })
  const files = await builtFilesOf(html, code)
  fetched.push(...(await Promise.all(files.map(async (file) => ({ address: file, response: await ask(file) })))))
  const pictures = [...new Set((html + text).match(/\/(?:uploads\/[\w-]+\.webp|cover\/[\w%&-]+\/[\da-f-]{36}\.svg\?v=\w+)/g))]
  const shown = await Promise.all(pictures.map(async (picture) => ({ address: picture, response: await fetch(picture) })))
  // A picture that is missing online is missing offline too; the text is still worth keeping.
  fetched.push(...shown.filter(({ response }) => response.ok))
  const sizes = await Promise.all(fetched.map(async (file) => (await file.response.clone().arrayBuffer()).byteLength))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const now = new Date().toISOString()
  // What everybody may read belongs to nobody; a person's own answer belongs to that person.
  const owner = isPersonal ? (session?.user._id ?? guest) : guest
  const entry = { kind, id, title, path, owner, bytes, version, savedAt: now, checkedAt: now, session: isPersonal ? mark : guest, build: currentBuild() }
  return { entry, fetched }
}

export const store = ({ entry, fetched }: Prepared): Promise<void> => keep(entry, fetched)

/** The same as in sw.js: whose answer is this? */
export const fingerprint = async (authorization: string | null): Promise<string> => (authorization ? digest(authorization) : guest)

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
