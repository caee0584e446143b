import { cartContract, type Cart } from '#contract/commerce/cart.ts'
import { wishlistContract, type Offer } from '#contract/commerce/wishlist.ts'
import { failureStatus, registerContract, serverMessage } from '#contract/kit/client.ts'
import type { Api } from '#web/identity/index.ts'
import { keptKey, publishKept, type KeptList } from '#web/catalog/kept.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { readDevice, writeDevice } from './device-offers.ts'

registerContract({ wishlist: wishlistContract, cart: cartContract })

/** What left the cart while no page showed it. */
let unseenNotes: string[] = []

const keysOf = (offers: readonly Pick<Offer, 'kind' | 'itemId'>[]) => offers.map(keptKey)

/** Counts what was changed: a list that was read before is out of date. */
let changes = 0

/** Reads what is kept, of the account or of this device, after joining both at sign-in. */
export async function refreshKept(api: Api): Promise<void> {
  if (!(await api.sessions.read('/')))
    return publishKept({ wishlist: keysOf(readDevice('wishlist')), cart: keysOf(readDevice('cart')) })
  await join(api)
  const changesBefore = changes
  const [wishes, cart] = await Promise.all([api.authenticated.wishlist.listWishes(), api.authenticated.cart.showCart()])
  if (changes !== changesBefore) return
  publishKept({ wishlist: keysOf(wishes.data) })
  publishCart(cart.data)
}

function publishCart(cart: Cart): void {
  unseenNotes = [...new Set([...unseenNotes, ...cart.notes])]
  publishKept({ cart: keysOf(cart.items) })
}

let joining: Promise<void> | null = null
const join = (api: Api) => (joining ??= joinDevice(api).finally(() => (joining = null)))

/** What the account takes leaves the device; what it refuses, because it is owned or no longer sold, too. */
async function joinDevice({ authenticated }: Api): Promise<void> {
  for (const list of ['wishlist', 'cart'] as const) {
    for (const { kind, itemId } of readDevice(list)) {
      const put = list === 'wishlist' ? authenticated.wishlist.addWish : authenticated.cart.addToCart
      try {
        await put({ kind, itemId })
      } catch (error) {
        const status = failureStatus(error)
        if (status === null || status >= 429) return
      }
      writeDevice(
        list,
        readDevice(list).filter((offer) => keptKey(offer) !== keptKey({ kind, itemId })),
      )
    }
  }
}

/** Keeps something, or stops keeping it. */
export async function changeKept(api: Api, list: KeptList, offer: Offer, isWanted: boolean): Promise<void> {
  try {
    if (await api.sessions.read('/')) await changeAccount(api, list, offer, isWanted)
    else {
      const others = readDevice(list).filter((each) => keptKey(each) !== keptKey(offer))
      writeDevice(list, isWanted ? [...others, offer] : others)
      publishKept({ [list]: keysOf(readDevice(list)) })
    }
    if (isWanted)
      toast.success(list === 'cart' ? `“${offer.title}” masuk ke keranjang.` : `“${offer.title}” disimpan ke wishlist.`)
  } catch (error) {
    toast.error(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
  }
}

async function changeAccount(
  { authenticated }: Api,
  list: KeptList,
  { kind, itemId }: Offer,
  isWanted: boolean,
): Promise<void> {
  const key = { kind, itemId }
  if (list === 'cart') {
    const { data } = await (isWanted ? authenticated.cart.addToCart(key) : authenticated.cart.removeFromCart(key))
    changes++
    return publishCart(data)
  }
  await (isWanted ? authenticated.wishlist.addWish(key) : authenticated.wishlist.removeWish(key))
  changes++
  publishKept({ wishlist: keysOf((await authenticated.wishlist.listWishes()).data) })
}

/** The cart with its total; on this device for visitors, who learn at sign-in what they own. */
export async function readCart(api: Api): Promise<Cart> {
  if (await api.sessions.read('/')) {
    await join(api)
    const { data } = await api.authenticated.cart.showCart()
    publishCart(data)
    const notes = unseenNotes
    unseenNotes = []
    return { ...data, notes }
  }
  const items = readDevice('cart')
  publishKept({ cart: keysOf(items) })
  return { items, total: await totalOnDevice(api, items), notes: [] }
}

async function totalOnDevice({ anonymous }: Api, items: readonly Offer[]): Promise<number> {
  const sum = items.reduce((total, { price }) => total + price, 0)
  if (items.length === 0) return 0
  try {
    return (await anonymous.commerce.quote({ items: items.map(purchaseOf) })).data.total
  } catch {
    return sum
  }
}

/** How a checkout names it. */
export const purchaseOf = ({ kind, itemId }: Pick<Offer, 'kind' | 'itemId'>) =>
  kind === 'course' ? { courseId: itemId } : kind === 'ebook' ? { ebookId: itemId } : { bundleId: itemId }
