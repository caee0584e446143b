import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import { createBundle, deleteBundle, updateBundle } from './items/edit-bundles.ts'
import {
  listAllBundles,
  listBundles,
  listPublicBundles,
  searchBundles,
  showAnyBundle,
  showBundle,
} from './items/show-bundles.ts'
import { addToCart, removeFromCart, showCart, showVisitorCart } from './cart.ts'
import { cancelMine } from './checkout/cancel-transaction.ts'
import { checkout } from './checkout/checkout.ts'
import { quote } from './checkout/quote.ts'
import { isStillAsked, isStillWaiting, orderReminderJob } from './checkout/remind.ts'
import { enrollFree } from './checkout/enroll-free.ts'
import { limitWrite } from './checkout/limit-write.ts'
import type { CommerceDeps, CommerceModuleDeps } from './deps.ts'
import { countOrdersOf, listAttention, readFigures } from './figures.ts'
import { claimGift } from './gifts/claim-gift.ts'
import { makeGiftLink } from './gifts/own-link.ts'
import { resendGift } from './gifts/resend-gift.ts'
import { giftJob } from './gifts/send-gift.ts'
import { showGift } from './gifts/show-gift.ts'
import { courseItems } from './items/course-items.ts'
import { ebookItems } from './items/ebook-items.ts'
import { pathOffers } from './items/path-offers.ts'
import { readEarnings } from './payouts/earnings.ts'
import { exportEarnings } from './payouts/export-earnings.ts'
import { payoutsModule } from './payouts/index.ts'
import { createPromo } from './promo/create-promo.ts'
import type { Payments } from './payments/payment-provider.ts'
import {
  approveRefundRequest,
  listRefundRequests,
  refuseRefundRequest,
  requestRefund,
} from './settlement/refund-requests.ts'
import { eventJob, readDue, refundJob, statusJob } from './settlement/due-work.ts'
import { receiveCallback } from './settlement/receive-callback.ts'
import { refundByStaff } from './settlement/refund.ts'
import { acceptHeld } from './settlement/resolve-held.ts'
import { countCategoryOffers, moveCategoryOffers } from './items/category-offers.ts'
import { countWaiting } from './transactions/count-waiting.ts'
import { exportTransactions, readOrdersCsv } from './transactions/export-transactions.ts'
import { exportSoldLines } from './transactions/export-sold-lines.ts'
import { listSoldLines } from './transactions/list-sold-lines.ts'
import { listTransactions } from './transactions/list-transactions.ts'
import { findPromoCode, listPromoCodes, readLimits } from './promo/list.ts'
import {
  createOwnPromoCode,
  createPromoCode,
  deletePromoCode,
  updateOwnPromoCode,
  updatePromoCode,
} from './promo/edit-promo-codes.ts'
import { createSale, deleteSale, listSales, updateSale } from './scheduled-sales.ts'
import { addOrderNote, deleteOrderNote, listOrderNotes } from './transactions/order-notes.ts'
import { refreshTransaction, showTransaction } from './transactions/show-transaction.ts'
import { findMine, listMine, refreshMine, showMine } from './transactions/mine.ts'
import { resendReceipt } from './transactions/resend-receipt.ts'
import { transfersModule } from './transfers/index.ts'
import { listMethods } from './transfers/offered-methods.ts'
import { listStudentPurchases } from './transactions/student-purchases.ts'
import { transfers } from './payments/transfer-tables.ts'
import { transferProvider } from './transfers/transfer-provider.ts'
import { cheaperWishesTeller, isStillCheaper } from './checkout/tell-cheaper.ts'
import { addWish, listWishes, removeWish } from './checkout/wishlist.ts'

export type Commerce = ReturnType<typeof commerceModule>

export function commerceModule({ learning, library, payments: online, ...given }: CommerceModuleDeps) {
  const byHand = { transfer: transferProvider(given, 'transfer'), qris: transferProvider(given, 'qris') }
  const payments: Payments = { online, of: (method) => (method === 'card' ? online : byHand[method]) }
  const items = { course: courseItems({ catalog: given.catalog, learning }), ebook: ebookItems({ library }) }
  const deps: CommerceDeps = { ...given, payments, items }

  return {
    browser: online.browser,
    ...bindDeps(deps, { limitWrite, listMethods, quote, checkout, enrollFree }),
    ...bindDeps(deps, { listMine, findMine, showMine, refreshMine, cancelMine, resendReceipt }),
    ...bindDeps(deps, { receiveCallback, readDue }),
    dueWork: [eventJob(deps), refundJob(deps), giftJob(deps), orderReminderJob(deps), statusJob(deps)],
    ...bindDeps(deps, { readEarnings, exportEarnings, readFigures, countOrdersOf, countWaiting, listAttention }),
    ...bindDeps(deps, {
      listAll: listTransactions,
      exportAll: exportTransactions,
      readOrdersCsv,
      showAny: showTransaction,
      refreshAny: refreshTransaction,
    }),
    ...bindDeps(deps, { listStudentPurchases, listSoldLines, exportSoldLines }),
    ...bindDeps(deps, { acceptHeld, refund: refundByStaff }),
    ...bindInTransaction(deps, { createPromo }),
    /** Orders that were opened with the QRIS picture before this one. */
    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [transfers.picture]),

    /** By kind of notification. */
    stillHolds: bindInTransaction(deps, {
      'payment-waiting': isStillWaiting,
      'checkout-open': isStillAsked,
      'wish-sale': isStillCheaper,
    }),

    promoCodes: bindDeps(deps, {
      list: listPromoCodes,
      find: findPromoCode,
      readLimits,
      create: createPromoCode,
      createOwn: createOwnPromoCode,
      update: updatePromoCode,
      updateOwn: updateOwnPromoCode,
      remove: deletePromoCode,
    }),
    scheduledSales: bindDeps(deps, { list: listSales, create: createSale, update: updateSale, remove: deleteSale }),
    categoryOffers: { count: countCategoryOffers, ...bindInTransaction(deps, { move: moveCategoryOffers }) },
    cart: bindDeps(deps, { show: showCart, showVisitor: showVisitorCart, add: addToCart, remove: removeFromCart }),
    bundles: bindDeps(deps, {
      list: listBundles,
      listPublic: listPublicBundles,
      search: searchBundles,
      show: showBundle,
      listAll: listAllBundles,
      showAny: showAnyBundle,
      create: createBundle,
      update: updateBundle,
      remove: deleteBundle,
    }),
    ...bindDeps(deps, { pathOffers }),
    gifts: bindDeps(deps, { show: showGift, claim: claimGift, resend: resendGift, makeLink: makeGiftLink }),
    orderNotes: bindDeps(deps, { list: listOrderNotes, add: addOrderNote, remove: deleteOrderNote }),
    payouts: payoutsModule(deps),
    transfers: transfersModule(deps),
    refundRequests: bindDeps(deps, {
      request: requestRefund,
      list: listRefundRequests,
      approve: approveRefundRequest,
      refuse: refuseRefundRequest,
    }),
    wishlist: {
      ...bindDeps(deps, { list: listWishes, add: addWish, remove: removeWish }),
      tellCheaper: cheaperWishesTeller(deps),
    },
  }
}
