import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { createApiClient } from '#contract/client.ts'
import { createPublicApi, type Api } from '#web/identity/index.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import { maximumOnDevice, readDevice, writeDevice } from './device-offers.ts'
import { changeKept, moveToWishlist, readCart, refreshKept } from './keeper.ts'

const offer = (number: number): Offer => ({
  kind: 'course',
  itemId: `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
  title: `Kelas ${number}`,
  thumbnail: '',
  listPrice: 10_000,
  price: 10_000,
})
const titles = (offers: readonly Offer[]) => offers.map(({ title }) => title)

beforeEach(() => void fakeBrowser())
afterEach(() => vi.unstubAllGlobals())

/** A server whose cart has this much room, and where some things cannot be bought. */
function connect(
  room: number,
  isRefused: (itemId: string) => boolean,
  { isSignedIn = true, hasEnded = false } = {},
): Api {
  const items: Offer[] = []
  const failure = (code: string, message: string, status = 409) =>
    Response.json({ success: false, code, message }, { status })
  const put = (itemId: string): Response | null => {
    if (hasEnded) return failure('unauthorized', 'Sesi berakhir.', 401)
    if (isRefused(itemId)) return failure('not-buyable', 'Ini sudah jadi milikmu.')
    if (items.length >= room) return failure('cart-full', 'Keranjang memuat paling banyak 50 item.')
    items.push({ ...offer(0), itemId })
    return null
  }
  const client = createApiClient({
    baseUrl: 'http://localhost/api',
    async fetch(request) {
      const [, itemId] = /\/me\/cart\/course\/(.+)$/.exec(request.url) ?? []
      const refusal = itemId !== undefined && request.method === 'PUT' ? put(itemId) : null
      const data = request.url.endsWith('/me/wishlist') ? [] : { items, total: 0, notes: [] }
      return refusal ?? Response.json({ success: true, data })
    },
  })
  return withSession(client, isSignedIn)
}

/** A server that answers every call about carts with this; null breaks the connection. */
function answering(data: () => unknown, { isSignedIn = true } = {}): Api {
  return withSession(
    createApiClient({
      baseUrl: 'http://localhost/api',
      async fetch() {
        const answer = data()
        if (answer === null) throw new TypeError('Failed to fetch')
        return Response.json({ success: true, data: answer })
      },
    }),
    isSignedIn,
  )
}

function withSession(client: ReturnType<typeof createApiClient>, isSignedIn: boolean): Api {
  const session = { token: 'kls_a', user: { _id: offer(99).itemId } } as Awaited<ReturnType<Api['sessions']['read']>>
  const api = createPublicApi(client)
  return { ...api, sessions: { ...api.sessions, read: async () => (isSignedIn ? session : null) } }
}

test('at sign-in what has no room in the cart of the account waits on the device, and the cart says so', async () => {
  writeDevice('cart', [offer(1), offer(2), offer(3)])
  const { items, notes } = await readCart(connect(1, () => false))
  expect([items.length, titles(readDevice('cart'))]).toEqual([1, ['Kelas 2', 'Kelas 3']])
  expect(notes).toEqual(['Keranjangmu penuh. 2 item dari perangkat ini menunggu sampai ada tempat.'])
  await readCart(connect(10, () => false))
  expect(readDevice('cart')).toEqual([])
})

test('what did not come along is still said after the page was loaded anew', async () => {
  writeDevice('cart', [offer(1)])
  await refreshKept(connect(10, () => true))
  vi.resetModules()
  const afterLoading = await import('./keeper.ts')
  const said = async () => (await afterLoading.readCart(connect(10, () => true))).notes
  expect(await said()).toEqual(['Kelas 1 tidak ikut ke keranjang. Ini sudah jadi milikmu.'])
  expect(await said()).toEqual([])
})

test('what the account refuses leaves the device, and the cart says what and why', async () => {
  writeDevice('cart', [offer(1), offer(2)])
  const { items, notes } = await readCart(connect(10, (itemId) => itemId === offer(1).itemId))
  expect([items.length, readDevice('cart')]).toEqual([1, []])
  expect(notes).toEqual(['Kelas 1 tidak ikut ke keranjang. Ini sudah jadi milikmu.'])
})

test('a cart without an account that is full stays as it is', async () => {
  const offers = Array.from({ length: maximumOnDevice }, (_, index) => offer(index))
  writeDevice('cart', offers)
  await changeKept(
    connect(10, () => false, { isSignedIn: false }),
    'cart',
    offer(99),
    true,
  )
  expect(titles(readDevice('cart'))).toEqual(titles(offers))
})

test('what the wishlist does not take stays in the cart, and what it takes leaves it', async () => {
  const api = connect(10, () => false, { isSignedIn: false })
  const offers = Array.from({ length: maximumOnDevice }, (_, index) => offer(index))
  writeDevice('wishlist', offers)
  writeDevice('cart', [offer(98), offer(99)])
  expect(await moveToWishlist(api, offer(99))).toBe(false)
  expect([titles(readDevice('cart')), readDevice('wishlist').length]).toEqual([
    ['Kelas 98', 'Kelas 99'],
    maximumOnDevice,
  ])
  writeDevice('wishlist', [])
  expect(await moveToWishlist(api, offer(99))).toBe(true)
  expect([titles(readDevice('cart')), titles(readDevice('wishlist'))]).toEqual([['Kelas 98'], ['Kelas 99']])
})

test('what is on the device stays there when the session ends meanwhile', async () => {
  writeDevice('cart', [offer(1), offer(2)])
  await readCart(connect(10, () => false, { hasEnded: true }))
  expect(titles(readDevice('cart'))).toEqual(['Kelas 1', 'Kelas 2'])
})

test('a bundle that comes at sign-in takes what it contains out of the cart, and the cart says so', async () => {
  writeDevice('cart', [offer(1), { ...offer(2), kind: 'bundle' }])
  const note = 'Kelas 1 sudah termasuk dalam paket atau jalur di keranjangmu.'
  const answers = [[], [note]]
  const api = answering(() => ({ items: [], total: 0, notes: answers.shift() ?? [] }))
  expect((await readCart(api)).notes).toEqual([note])
})

test('the cart of a visitor is the one that the server prices, with its sentences; the device keeps only what is in it', async () => {
  writeDevice('cart', [offer(1), { ...offer(2), kind: 'bundle' }])
  const priced = { items: [{ ...offer(2), kind: 'bundle', price: 9000 }], total: 9000, notes: ['Kelas 1 keluar.'] }
  const api = answering(() => priced, { isSignedIn: false })
  expect(await readCart(api)).toEqual(priced)
  expect(readDevice('cart')).toEqual(priced.items)
})

test('without a connection the cart of a visitor is the one of the device', async () => {
  writeDevice('cart', [offer(1)])
  const api = answering(() => null, { isSignedIn: false })
  expect(await readCart(api)).toEqual({ items: [offer(1)], total: 10_000, notes: [] })
  expect(readDevice('cart')).toEqual([offer(1)])
})
