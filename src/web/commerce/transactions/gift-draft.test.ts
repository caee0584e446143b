import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giftDraft } from './gift-draft.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const nothing = { email: '', name: '', message: '', sendOn: '' }
const typed = { ...nothing, name: 'Rani', message: 'Selamat!' }

test('what was typed for a gift is there for this item only, until it is removed', () => {
  giftDraft({ kind: 'course', id: 'a' }).write(typed)
  expect(giftDraft({ kind: 'course', id: 'a' }).read()).toEqual(typed)
  expect(giftDraft({ kind: 'course', id: 'b' }).read()).toEqual(nothing)
  giftDraft({ kind: 'course', id: 'a' }).remove()
  expect(giftDraft({ kind: 'course', id: 'a' }).read()).toEqual(nothing)
})

test('a gift can be typed where the browser stores nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  giftDraft({ kind: 'bundle', id: 'a' }).write(typed)
  expect(giftDraft({ kind: 'bundle', id: 'a' }).read()).toEqual(nothing)
})

test.each(['{', '[]', 'null', '{"name":7}'])('what is stored and is no gift counts as nothing typed: %s', (stored) => {
  storage.set('cendaki-gift:course:a', stored)
  expect(giftDraft({ kind: 'course', id: 'a' }).read()).toEqual(nothing)
})
