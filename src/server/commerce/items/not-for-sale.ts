import type { ItemSource } from './item.ts'

/** A kind of item that nobody sells yet. */
export const notForSale: ItemSource = {
  findForSale: async () => null,
  describe: async () => new Map(),
  isOwned: async () => false,
  grant: async () => false,
  revoke: async () => {},
  extras: [],
}
