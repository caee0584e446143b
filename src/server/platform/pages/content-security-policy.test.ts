import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const sources = { paymentOrigin: null, googleScriptUrl: null, isHttps: true, isDevelopment: false }
const policyOf = (googleScriptUrl: string | null) =>
  contentSecurityPolicy({ inlineScripts: [], inlineStyles: [] }, { ...sources, googleScriptUrl })

test('allows what Google’s script needs where Google is configured, and nothing more', () => {
  const policy = policyOf('https://accounts.google.com/gsi/client')
  expect(policy).toContain("script-src 'self' https://accounts.google.com/gsi/client;")
  expect(policy).toContain("style-src 'self' https://accounts.google.com/gsi/style;")
  expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/;")
  expect(policy).toMatch(/frame-src [^;]* https:\/\/accounts\.google\.com\/gsi\/;/)
  expect(policy).not.toContain('unsafe-inline')
})

test('allows the inline scripts and styles of the pages by their hashes, and no others', () => {
  const policy = contentSecurityPolicy(
    { inlineScripts: ['start()'], inlineStyles: ['body{}'] },
    { ...sources, googleScriptUrl: null },
  )
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}';/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]{44}';/)
  expect(policy).not.toContain('unsafe-inline')
})

test.each([null, 'http://127.0.0.1:3000/sandbox/google/gsi/client'])(
  'does not mention Google where it is not used (%s)',
  (scriptUrl) => {
    expect(policyOf(scriptUrl)).not.toContain('google')
  },
)
