import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import { hasDeviceData } from './has-device-data.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser()
  vi.stubGlobal('navigator', {})
})
afterEach(() => void vi.unstubAllGlobals())

for (const key of ['cendaki-note:sari:1', 'cendaki-saved', 'cendaki-searches'])
  test(`${key} has to be cleared on sign-out`, () => {
    browser.storage.set(key, '[]')
    expect(hasDeviceData()).toBe(true)
  })

for (const key of ['cendaki-theme', 'cendaki-left', 'student-session'])
  test(`${key} alone does not`, () => {
    browser.storage.set(key, 'x')
    expect(hasDeviceData()).toBe(false)
  })
