import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test('without any settings it runs as a demo on the loopback address', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    isPublic: false,
    demo: true,
    databaseUrl: null,
    payment: { provider: 'built-in-sandbox' },
  })
})

test('an empty value counts as not set', () => expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null }))

test('on PostgreSQL the demo has to be enabled', () => {
  const env = { DATABASE_URL: 'postgres://u:p@localhost/x' }
  expect([parseConfig(env).demo, parseConfig({ ...env, DEMO: 'on' }).demo]).toEqual([false, true])
})

describe('an invalid value is rejected in one line that names the setting', () => {
  test.each([
    [{ PORT: 'banyak' }, /^PORT: /],
    [{ PORT: '70000' }, /^PORT: /],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: must start with postgres:\/\//],
    [{ PUBLIC_URL: 'cendaki.id' }, /^PUBLIC_URL: must be an http or https address/],
    [{ PUBLIC_URL: 'ftp://cendaki.id' }, /^PUBLIC_URL: /],
    [{ DEMO: 'ya' }, /^DEMO: /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ MIDTRANS_SERVER_KEY: 'x' }, /^MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY go together/],
    [{ PUBLIC_URL: 'https://cendaki.id' }, /^MIDTRANS_SERVER_KEY: PUBLIC_URL is public/],
    [{ MIDTRANS_SERVER_KEY: 'x', MIDTRANS_CLIENT_KEY: 'y', MIDTRANS_ENVIRONMENT: 'production' }, /^DATABASE_URL: real payments need PostgreSQL/],
  ])('%j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(ConfigError)
    expect(() => parseConfig(env)).toThrow(message)
  })
})

test('a public address runs the payment sandbox only when enabled', () => {
  expect(parseConfig({ PUBLIC_URL: 'https://cendaki.id', DEMO: 'on' }).payment.provider).toBe('built-in-sandbox')
})

test('keys enable Midtrans; its URLs depend on MIDTRANS_ENVIRONMENT', () => {
  const keys = { MIDTRANS_SERVER_KEY: 'server', MIDTRANS_CLIENT_KEY: 'client' }
  expect(parseConfig(keys).payment).toMatchObject({ snapBase: 'https://app.sandbox.midtrans.com/snap/v1', coreBase: 'https://api.sandbox.midtrans.com' })
  const live = { ...keys, MIDTRANS_ENVIRONMENT: 'production', DATABASE_URL: 'postgres://u:p@db/x', PUBLIC_URL: 'https://cendaki.id' }
  expect(parseConfig(live).payment).toMatchObject({ scriptUrl: 'https://app.midtrans.com/snap/snap.js', coreBase: 'https://api.midtrans.com' })
})

test.each([
  ['https://cendaki.id', true],
  ['https://8.8.8.8', true],
  ['http://localhost:3000', false],
  ['http://192.168.1.7', false],
  ['http://[::1]:3000', false],
  ['http://belajar.local', false],
  ['http://komputerku:3000', false],
])('%s is public: %s', (url, expected) => expect(parseConfig({ PUBLIC_URL: url, DEMO: 'on' }).isPublic).toBe(expected))

test('the Google sandbox is on for loopback addresses only, and off when Google is configured', () => {
  const google = (env: Record<string, string>) => parseConfig(env).google.provider
  expect(google({})).toBe('built-in-sandbox')
  expect(google({ PUBLIC_URL: 'http://192.168.1.7:3000' })).toBe('none')
  expect(google({ PUBLIC_URL: 'https://cendaki.id', DEMO: 'on' })).toBe('none')
  expect(google({ GOOGLE_CLIENT_ID: 'x' })).toBe('google')
  expect(() => parseConfig({ PUBLIC_URL: 'https://cendaki.id', DEMO: 'on', GOOGLE_CLIENT_ID: 'x', GOOGLE_JWKS_URL: 'http://127.0.0.1:9/certs' })).toThrow(
    /^GOOGLE_JWKS_URL: /,
  )
})
