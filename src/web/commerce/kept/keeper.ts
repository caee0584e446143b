import { cartContract, type Cart } from '#contract/commerce/cart.ts'
import { wishlistContract, type Offer } from '#contract/commerce/wishlist.ts'
import { failureCode, failureStatus, registerContract, serverMessage } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import { keptKey, publishKept, type KeptList } from '#web/catalog/kept.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { maximumOnDevice, readDevice, unseenNotes, writeDevice } from './device-offers.ts'

registerContract({ wishlist: wishlistContract, cart: cartContract })

const keyOf = ({ kind, itemId }: Offer) => ({ kind, itemId })
const keyInCart = ({ cohort, ...offer }: Offer) => ({ ...keyOf(offer), ...(cohort && { cohortId: cohort._id }) })
const keysOf = (offers: readonly Pick<Offer, 'kind' | 'itemId'>[]) => offers.map(keptKey)

const fullDevice: Record<KeptList, string> = {
  cart: `Keranjang memuat paling banyak ${maximumOnDevice} item.`,
  wishlist: `Tanpa akun, wishlist memuat paling banyak ${maximumOnDevice} item. Masuk untuk menyimpan lebih banyak.`,
}

/** Counts what was changed: a list that was read before is out of date. */
let changes = 0

/** Reads what is kept, of the account or of this device, after joining both at sign-in. */
export async function refreshKept(api: Api): Promise<void> {
  const session = await api.sessions.read('/')
  if (!session) return publishKept({ wishlist: keysOf(readDevice('wishlist')), cart: keysOf(readDevice('cart')) })
  await join(api, session.user._id)
  const changesBefore = changes
  const [wishes, cart] = await Promise.all([api.authenticated.wishlist.listWishes(), api.authenticated.cart.showCart()])
  if (changes !== changesBefore) return
  publishKept({ wishlist: keysOf(wishes.data) })
  publishCart(session.user._id, cart.data)
}

function addNotes(userId: string, ...notes: string[]): void {
  if (notes.length === 0) return
  const unseen = unseenNotes(userId)
  unseen.write([...new Set([...(unseen.read() ?? []), ...notes])])
}

function publishCart(userId: string, cart: Cart): void {
  addNotes(userId, ...cart.notes)
  publishKept({ cart: keysOf(cart.items) })
}

let joining: Promise<void> | null = null
const join = (api: Api, userId: string) => (joining ??= joinDevice(api, userId).finally(() => (joining = null)))

/** The lists of the device become those of the account. What has no room there waits on the device. */
async function joinDevice(api: Api, userId: string): Promise<void> {
  for (const list of ['wishlist', 'cart'] as const) {
    for (const offer of readDevice(list)) {
      const outcome = await move(api, userId, list, offer)
      if (outcome === 'later') return
      if (outcome === 'full') {
        if (list === 'cart')
          addNotes(
            userId,
            `Keranjangmu penuh. ${readDevice(list).length} item dari perangkat ini menunggu sampai ada tempat.`,
          )
        break
      }
      removeFromDevice(list, offer)
    }
  }
}

const fullCodes = new Set(['WISHLIST_FULL', 'CART_FULL'])

async function move(
  { authenticated }: Api,
  userId: string,
  list: KeptList,
  offer: Offer,
): Promise<'done' | 'full' | 'later'> {
  try {
    if (list === 'wishlist') await authenticated.wishlist.addWish(keyOf(offer))
    // An earlier item may leave again: it can be part of a bundle that comes now.
    else addNotes(userId, ...(await authenticated.cart.addToCart(keyInCart(offer))).data.notes)
  } catch (error) {
    const status = failureStatus(error)
    // Without a connection, a session or a turn it is tried again later.
    if (status === null || status === 401 || status >= 429) return 'later'
    if (fullCodes.has(failureCode(error) ?? '')) return 'full'
    const reason = status === 404 ? 'Ini tidak dijual lagi.' : (serverMessage(error) ?? '')
    if (list === 'cart') addNotes(userId, `${offer.title} tidak ikut ke keranjang. ${reason}`)
  }
  return 'done'
}

function removeFromDevice(list: KeptList, offer: Offer): Offer[] {
  const others = readDevice(list).filter((each) => keptKey(each) !== keptKey(offer))
  writeDevice(list, others)
  return others
}

/** Keeps something, or stops keeping it. Returns whether that was done; when it was not, the reason is shown. */
export async function changeKept(
  api: Api,
  list: KeptList,
  offer: Offer,
  isWanted: boolean,
  { isToasted = true }: { /** False where the page says it. */ isToasted?: boolean } = {},
): Promise<boolean> {
  let failure: string | null = null
  try {
    const session = await api.sessions.read('/')
    if (session) await changeAccount(api, session.user._id, list, offer, isWanted)
    else failure = changeDevice(list, offer, isWanted)
  } catch (error) {
    failure = serverMessage(error) ?? 'Belum tersimpan. Coba lagi.'
  }
  if (failure !== null) toast.error(failure)
  else if (isWanted && isToasted)
    toast.success(list === 'cart' ? `“${offer.title}” masuk ke keranjang.` : `“${offer.title}” disimpan ke wishlist.`)
  return failure === null
}

/** An offer that the wishlist does not take stays in the cart. Returns whether it was moved, which the page says. */
export const moveToWishlist = async (api: Api, offer: Offer): Promise<boolean> =>
  (await changeKept(api, 'wishlist', offer, true, { isToasted: false })) && changeKept(api, 'cart', offer, false)

/** Returns why it cannot be done, or null. */
function changeDevice(list: KeptList, offer: Offer, isWanted: boolean): string | null {
  const others = removeFromDevice(list, offer)
  if (isWanted && others.length >= maximumOnDevice) return fullDevice[list]
  if (isWanted) writeDevice(list, [...others, offer])
  publishKept({ [list]: keysOf(readDevice(list)) })
  return null
}

async function changeAccount(
  { authenticated }: Api,
  userId: string,
  list: KeptList,
  offer: Offer,
  isWanted: boolean,
): Promise<void> {
  const key = keyOf(offer)
  if (list === 'cart') {
    const { data } = await (isWanted
      ? authenticated.cart.addToCart(keyInCart(offer))
      : authenticated.cart.removeFromCart(key))
    changes++
    return publishCart(userId, data)
  }
  await (isWanted ? authenticated.wishlist.addWish(key) : authenticated.wishlist.removeWish(key))
  changes++
  publishKept({ wishlist: keysOf((await authenticated.wishlist.listWishes()).data) })
}

/** The cart with its total; on this device for visitors, who learn at sign-in what they own. */
export async function readCart(api: Api): Promise<Cart> {
  const session = await api.sessions.read('/')
  if (session) {
    const userId = session.user._id
    await join(api, userId)
    const { data } = await api.authenticated.cart.showCart()
    publishCart(userId, data)
    const notes = unseenNotes(userId).read() ?? []
    unseenNotes(userId).write(null)
    return { ...data, notes }
  }
  const cart = await readVisitorCart(api, readDevice('cart'))
  publishKept({ cart: keysOf(cart.items) })
  return cart
}

/** The device's cart with the prices of now. What is not sold to a visitor leaves the device, with a sentence. */
async function readVisitorCart({ anonymous }: Api, items: readonly Offer[]): Promise<Cart> {
  if (items.length === 0) return { items: [], total: 0, notes: [] }
  try {
    const { data } = await anonymous.cart.showVisitorCart({
      items: items.map(keyInCart),
    })
    writeDevice('cart', data.items)
    return data
  } catch (error) {
    if (failureStatus(error) !== null) throw error
    // Without a connection the page still shows what was kept.
    return { items: [...items], total: items.reduce((total, { price }) => total + price, 0), notes: [] }
  }
}

/** How a checkout names it. */
export const purchaseOf = ({ kind, itemId, cohort }: Offer) =>
  ({
    course: { courseId: itemId, ...(cohort && { cohortId: cohort._id }) },
    ebook: { ebookId: itemId },
    bundle: { bundleId: itemId },
    path: { pathId: itemId },
  })[kind]
