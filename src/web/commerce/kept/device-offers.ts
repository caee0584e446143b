import * as z from 'zod/mini'
import { offer, type Offer } from '#contract/commerce/wishlist.ts'
import type { KeptList } from '#web/catalog/kept.ts'
import { deviceValue } from '#web/kit/device/device-value.ts'

// Lists of signed-out visitors, on this device. They are merged with the account's at sign-in.

const parse = (stored: unknown): Offer[] => z.parse(z.array(offer), stored)
const values = {
  wishlist: deviceValue({ key: 'cendaki-wishlist', parse }),
  cart: deviceValue({ key: 'cendaki-keranjang', parse }),
}
export const maximumOnDevice = 50

export const readDevice = (list: KeptList): Offer[] => values[list].read() ?? []

/** Says what left a user's cart while no page showed it; shown when the cart is opened. */
export const unseenNotes = (userId: string) =>
  deviceValue({ key: `cendaki-keranjang-catatan:${userId}`, parse: (stored) => z.parse(z.array(z.string()), stored) })

/** The newest last. */
export const writeDevice = (list: KeptList, offers: readonly Offer[]): boolean =>
  values[list].write(offers.length === 0 ? null : [...offers])
