import { erasedAddress, isErasedAddress } from '#server/platform/erased-address.ts'

/** The pseudonym of a buyer whose account was deleted: only one, so that the purchases of one buyer stay related. */
export const erasedBuyer = (userId: string) => ({
  name: `Pembeli ${userId.slice(-6)}`,
  email: erasedAddress(userId),
})

export const isErasedBuyer = ({ buyerEmail }: { buyerEmail: string }): boolean => isErasedAddress(buyerEmail)
