import { expect, test } from 'vitest'
import { createMidtransProvider, type ProviderFailure } from './midtrans.ts'

/** Failures that are counted while the keys are checked against a provider that answers so. */
async function countedOf(answer: () => Response | Promise<Response>): Promise<ProviderFailure[]> {
  const failures: ProviderFailure[] = []
  const provider = createMidtransProvider({
    serverKey: 'rahasia',
    clientKey: 'client',
    merchantId: null,
    snapBase: 'https://app.contoh.id/snap/v1',
    coreBase: 'https://api.contoh.id',
    scriptUrl: 'https://app.contoh.id/snap.js',
    notificationUrl: 'https://kursus.contoh.id/api/payments/notification',
    mode: 'live',
    fees: {},
    fetch: async () => answer(),
    onFailure: (failure) => failures.push(failure),
  })
  await provider.checkKeys().catch(() => null)
  return failures
}

const host = 'api.contoh.id'
const noRoute = new TypeError('fetch failed', { cause: Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' }) })

test.each<[what: string, answer: () => Response | Promise<Response>, cause: string]>([
  ['a status of 401', () => Response.json({ error_messages: ['Access denied'] }, { status: 401 }), '401'],
  ['401 in the body of a success', () => Response.json({ status_code: '401' }), '401'],
  ['an error of the provider', () => Response.json({ status_code: '500' }, { status: 500 }), '500'],
  ['a page of a proxy', () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }), '502'],
  ['no way there', () => Promise.reject(noRoute), 'EHOSTUNREACH'],
])('%s counts as a failure of the provider, once', async (_, answer, cause) =>
  expect(await countedOf(answer)).toEqual([{ host, cause }]),
)

test('an order that is not known is none', async () =>
  expect(await countedOf(() => Response.json({ status_code: '404' }, { status: 404 }))).toEqual([]))
