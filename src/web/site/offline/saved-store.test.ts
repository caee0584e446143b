import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import { savedCache } from './saved-names.ts'
import { listSaved, putSaved, removeSaved, removeSavedOf, updateSaved, type SavedItem } from './saved-store.ts'

const time = '2026-11-23T08:00:00.000Z'
const course: Omit<SavedItem, 'addresses'> = {
  kind: 'course',
  id: 'kelas-1',
  title: 'Kelas Laravel',
  path: '/courses/kelas-1/start',
  owner: 'sari',
  bytes: 10,
  version: 'a',
  savedAt: time,
  checkedAt: time,
  session: 's',
  build: 'b',
}
const fetched = () => [{ path: '/api/courses/kelas-1', response: new Response('{}') }]

let browser: FakeBrowser
let files: Set<string>
/** Runs while files are being stored. */
let meanwhile: () => unknown

beforeEach(() => {
  browser = fakeBrowser()
  files = new Set()
  meanwhile = () => {}
  const cache = {
    async put(path: string) {
      files.add(path)
      await meanwhile()
    },
    delete: async (path: string) => files.delete(path),
  }
  let exists = false
  vi.stubGlobal('caches', {
    has: async () => exists,
    async open() {
      exists = true
      return cache
    },
    async delete() {
      exists = false
      files.clear()
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

for (const [what, remove] of [
  ['a sign-out', () => removeSavedOf('sari')],
  ['a removal', () => removeSaved(course)],
] as const) {
  test(`${what} while a newer version is being stored: neither the item nor its files stay`, async () => {
    await putSaved(course, fetched())
    meanwhile = remove
    await putSaved({ ...course, version: 'b' }, fetched(), { onlyReplace: true })
    expect(listSaved()).toEqual([])
    expect([...files]).toEqual([])
    if (what === 'a sign-out') expect(await caches.has(savedCache)).toBe(false)
  })
}

test('a sign-out removes what belongs to that user and public content, and leaves what another user saved', async () => {
  const tip = { ...course, kind: 'tip' as const, id: 'tip-1', owner: 'tamu' }
  const ofOther = { ...course, id: 'kelas-2', owner: 'budi' }
  await putSaved(course, fetched())
  await putSaved(tip, [{ path: '/tips/tip-1', response: new Response('') }])
  await putSaved(ofOther, [...fetched(), { path: '/api/courses/kelas-2', response: new Response('{}') }])
  await removeSavedOf('sari')
  expect(listSaved().map(({ id }) => id)).toEqual(['kelas-2'])
  expect([...files]).toEqual(['/api/courses/kelas-1', '/api/courses/kelas-2'])
  await removeSavedOf('budi')
  expect(await caches.has(savedCache)).toBe(false)
})

test('after the last item is removed nothing is left on the device, also when it was being compared with the server', async () => {
  await putSaved(course, fetched())
  expect(listSaved()).toHaveLength(1)
  await removeSaved(course)
  updateSaved(course, { checkedAt: time })
  expect([...browser.storage.keys()]).toEqual([])
})

test('an item that is saved for the first time is stored, and a newer version replaces it', async () => {
  await putSaved(course, fetched())
  await putSaved({ ...course, version: 'b' }, fetched(), { onlyReplace: true })
  expect(listSaved().map(({ version }) => version)).toEqual(['b'])
})
