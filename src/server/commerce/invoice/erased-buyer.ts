/** What stays of a buyer whose account was deleted: one pseudonym, so that the purchases of one buyer stay related. */
export const erasedBuyer = (userId: string) => ({
  name: `Pembeli ${userId.slice(-6)}`,
  email: `terhapus-${userId}@invalid`,
})

/** Nobody can have an address at `invalid` (RFC 2606). */
export const isErasedBuyer = ({ buyerEmail }: { buyerEmail: string }): boolean => buyerEmail.endsWith('@invalid')
