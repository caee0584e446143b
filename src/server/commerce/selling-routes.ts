import { adminBundleRoutes, bundleRoutes } from './bundles/routes.ts'
import { cartRoutes } from './cart/routes.ts'
import type { Commerce } from './commerce.ts'
import { giftRoutes } from './gifts/routes.ts'
import { wishlistRoutes } from './wishlist/routes.ts'

/** What leads to a purchase: wishlist, cart, bundles, gifts. */
export const sellingRoutes = (commerce: Commerce) => ({
  wishlist: wishlistRoutes(commerce),
  cart: cartRoutes(commerce),
  bundles: bundleRoutes(commerce),
  adminBundles: adminBundleRoutes(commerce),
  gifts: giftRoutes(commerce),
})
