import { adminBundleRoutes, bundleRoutes } from './items/bundles-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import type { Commerce } from './commerce.ts'
import { giftRoutes } from './gifts/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { adminRefundRequestRoutes, refundRequestRoutes } from './settlement/refund-request-routes.ts'
import { myPromoCodeRoutes } from '#server/commerce/promo/routes.ts'
import { orderNoteRoutes, soldLineRoutes, waitingMoneyRoutes } from './transactions/staff-routes.ts'
import { scheduledSaleRoutes } from './sales-routes.ts'
import { adminTransferRoutes, payoutProofRoutes, transferProofRoutes } from './transfers/routes.ts'
import { wishlistRoutes } from './checkout/wishlist-routes.ts'

/** Around a purchase: wishlist, cart, bundles, sales and codes, gifts, requests for refunds, what was sold of a course. */
export const sellingRoutes = (commerce: Commerce) => ({
  wishlist: wishlistRoutes(commerce),
  cart: cartRoutes(commerce),
  bundles: bundleRoutes(commerce),
  adminBundles: adminBundleRoutes(commerce),
  scheduledSales: scheduledSaleRoutes(commerce),
  waitingMoney: waitingMoneyRoutes(commerce),
  soldLines: soldLineRoutes(commerce),
  orderNotes: orderNoteRoutes(commerce),
  myPromoCodes: myPromoCodeRoutes(commerce),
  gifts: giftRoutes(commerce),
  refundRequests: refundRequestRoutes(commerce),
  payouts: payoutRoutes(commerce),
  transferProofs: transferProofRoutes(commerce),
  payoutProofs: payoutProofRoutes(commerce),
  adminTransfers: adminTransferRoutes(commerce),
  adminRefundRequests: adminRefundRequestRoutes(commerce),
})
