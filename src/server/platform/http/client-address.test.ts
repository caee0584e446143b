import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['without a trusted proxy, the header is ignored', { trustedProxyHops: 0, forwardedFor: '9.9.9.9' }, '10.0.0.1'],
  [
    'with one proxy, the last entry counts',
    { trustedProxyHops: 1, forwardedFor: '9.9.9.9, 203.0.113.7' },
    '203.0.113.7',
  ],
  [
    'with two proxies, the last but one counts',
    { trustedProxyHops: 2, forwardedFor: '9.9.9.9, 203.0.113.7, 10.1.1.1' },
    '203.0.113.7',
  ],
  [
    'with more proxies than entries, the connection counts',
    { trustedProxyHops: 3, forwardedFor: '203.0.113.7' },
    '10.0.0.1',
  ],
  ['an entry that is not an IP address is ignored', { trustedProxyHops: 1, forwardedFor: 'siapa-saja' }, '10.0.0.1'],
])('%s', (_, seen, expected) => {
  expect(clientAddress({ socketAddress: '10.0.0.1', ...seen })).toBe(expected)
})

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb:0:0:9', '2001:db8:1:2::/64'],
  ['2001:0db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (socketAddress, expected) => {
  expect(clientAddress({ socketAddress, forwardedFor: undefined, trustedProxyHops: 0 })).toBe(expected)
})
