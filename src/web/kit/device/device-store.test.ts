import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isUuid } from '#contract/kit/uuid.ts'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import { deviceStore, newKey } from './device-store.ts'
import { deviceValue } from './device-value.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser()
})
afterEach(() => void vi.unstubAllGlobals())

function parse(stored: unknown): string[] {
  if (!Array.isArray(stored)) throw new Error('not a list')
  return stored.map(String)
}
const openStore = () =>
  deviceStore<string[]>({ name: 'words', parse, merge: (stored, incoming) => [...new Set([...stored, ...incoming])] })

test('a value is merged into what another tab stored meanwhile', () => {
  const [store, otherTab] = [openStore(), openStore()]
  store.put('sari', 'a', ['satu'])
  otherTab.put('sari', 'a', ['dua'])
  expect(store.put('sari', 'a', ['tiga'])).toEqual(['satu', 'dua', 'tiga'])
  expect(otherTab.read('sari', 'a')).toEqual(['satu', 'dua', 'tiga'])
})

test('each user and id has a separate value, under a key that contains the user', () => {
  const store = openStore()
  store.put('sari', 'a', ['satu'])
  store.put('sari', 'b', ['dua'])
  store.put('budi', 'a', ['tiga'])
  expect([store.list('sari').sort(), store.list('budi'), store.list('ani')]).toEqual([['a', 'b'], ['a'], []])
  expect([...browser.storage.keys()].sort()).toEqual([
    'cendaki-words:budi:a',
    'cendaki-words:sari:a',
    'cendaki-words:sari:b',
  ])
  store.removeAll('sari')
  expect([store.list('sari'), store.read('budi', 'a')]).toEqual([[], ['tiga']])
})

test('a damaged or invalid entry counts as nothing stored, and can be overwritten', () => {
  const store = openStore()
  for (const damaged of ['["sat', '{"a":1}', '']) {
    browser.storage.set('cendaki-words:sari:a', damaged)
    expect(store.read('sari', 'a')).toBeNull()
  }
  expect(store.put('sari', 'a', ['satu'])).toEqual(['satu'])
})

test('with a full storage the value lasts until the page closes, and is stored when there is space', () => {
  const store = openStore()
  browser.isFull = true
  store.put('sari', 'a', ['satu'])
  expect([store.read('sari', 'a'), store.list('sari'), browser.storage.size]).toEqual([['satu'], ['a'], 0])
  browser.isFull = false
  store.put('sari', 'a', ['dua'])
  expect(browser.storage.get('cendaki-words:sari:a')).toBe('["satu","dua"]')
})

test('a blocked storage behaves like an empty one', () => {
  vi.stubGlobal('localStorage', undefined)
  const store = openStore()
  expect([store.read('sari', 'a'), store.list('sari')]).toEqual([null, []])
  store.put('sari', 'a', ['satu'])
  expect(store.read('sari', 'a')).toEqual(['satu'])
  store.removeAll('sari')
})

test('the same object is returned until the stored text changes', () => {
  const store = openStore()
  store.put('sari', 'a', ['satu'])
  const first = store.read('sari', 'a')
  expect(store.read('sari', 'a')).toBe(first)
  browser.writeElsewhere('cendaki-words:sari:a', '["dua"]')
  expect(store.read('sari', 'a')).toEqual(['dua'])
})

test('listeners learn of changes in this tab and in others, until they end', () => {
  const store = openStore()
  const listener = vi.fn<() => void>()
  const end = store.subscribe(listener)
  store.put('sari', 'a', ['satu'])
  browser.writeElsewhere('cendaki-words:sari:a', '["dua"]')
  browser.writeElsewhere('cendaki-other', '1')
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  store.put('sari', 'a', ['tiga'])
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a single value is read, replaced and removed', () => {
  const value = deviceValue<string[]>({ key: 'cendaki-list', parse })
  expect(value.read()).toBeNull()
  value.write(['satu'])
  expect([value.read(), browser.storage.get('cendaki-list')]).toEqual([['satu'], '["satu"]'])
  value.write(null)
  expect([value.read(), browser.storage.size]).toEqual([null, 0])
})

test('keys are UUIDs and never the same', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(keys.every(isUuid)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
