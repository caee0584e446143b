import { refundRequestsContract } from './commerce/refund-requests.ts'
import { bundlesContract } from './commerce/bundles.ts'
import { cartContract } from './commerce/cart.ts'
import { giftsContract } from './commerce/gifts.ts'
import { captionsContract } from './catalog/captions.ts'
import { notesContract } from './learning/notes.ts'
import { privacyContract } from './privacy/privacy.ts'
import { weeklyGoalContract } from './learning/weekly-goal.ts'
import { wishlistContract } from './commerce/wishlist.ts'

/** Endpoints that few pages call. These pages register them, because every page loads `visitorContract`. */
export const onDemandContract = {
  captions: captionsContract,
  notes: notesContract,
  privacy: privacyContract,
  weeklyGoal: weeklyGoalContract,
  wishlist: wishlistContract,
  cart: cartContract,
  bundles: bundlesContract,
  gifts: giftsContract,
  refundRequests: refundRequestsContract,
}
