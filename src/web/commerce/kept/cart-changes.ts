import type { Cart } from '#contract/commerce/cart.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { keptKey } from '#web/catalog/kept.ts'

/**
 * Sentences about what differs between the cart on the page and the one that was read now. `taken` are keys that were taken out here,
 * which needs no sentence; the server's notes say why something left.
 */
export function describeChanges(before: Cart, after: Cart, taken: readonly string[]): string[] {
  const notes = [...after.notes]
  const keysBefore = new Map(before.items.map((offer) => [keptKey(offer), offer]))
  const keysAfter = new Set(after.items.map(keptKey))
  for (const [key, { title }] of keysBefore)
    if (!keysAfter.has(key) && !taken.includes(key) && !notes.some((note) => note.startsWith(title)))
      notes.push(`${title} sudah tidak ada di keranjang.`)
  for (const offer of after.items) {
    const known = keysBefore.get(keptKey(offer))
    if (!known) notes.push(`${offer.title} masuk ke keranjang.`)
    else if (known.price !== offer.price)
      notes.push(`Harga ${offer.title} berubah dari ${formatRupiah(known.price)} menjadi ${formatRupiah(offer.price)}.`)
  }
  return notes
}
