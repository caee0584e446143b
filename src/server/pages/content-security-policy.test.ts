import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const sources = { paymentOrigin: null, googleScriptUrl: null, https: true, development: false }
const policyOf = (googleScriptUrl: string | null) => contentSecurityPolicy([], { ...sources, googleScriptUrl })

test('allows what Google’s script needs where Google is configured, and nothing more', () => {
  const policy = policyOf('https://accounts.google.com/gsi/client')
  expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client;")
  expect(policy).toContain("style-src 'self' https://accounts.google.com/gsi/style;")
  expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;")
  expect(policy).toMatch(/frame-src [^;]* https:\/\/accounts\.google\.com\/gsi\/;/)
  expect(policy).not.toContain('unsafe-inline')
})

test.each([null, 'http://127.0.0.1:3000/sandbox/google/gsi/client'])('does not mention Google where it is not used (%s)', (scriptUrl) => {
  expect(policyOf(scriptUrl)).not.toContain('google')
})
