import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { staffPages } from './staff-page.ts'

/** Staff pages for transactions, promo codes and earnings. */
export function createSellingStaffRoutes(api: Api): RouteObject[] {
  const page = staffPages(api)
  return [
    page(patterns.adminTransactions, () => import('#web/commerce/staff/transactions-page.tsx')),
    page(patterns.adminTransaction, () => import('#web/commerce/staff/transaction-page.tsx')),
    page(patterns.adminPromoCodes, () => import('#web/commerce/staff/promo/promo-codes-page.tsx')),
    page(staffPatterns.applications, () => import('#web/instructors/staff/applications-page.tsx')),
    page(staffPatterns.courseReviews, () => import('#web/catalog/staff/reviews-page.tsx')),
    page(staffPatterns.instructorProfile, () => import('#web/instructors/staff/profile-page.tsx')),
    page(staffPatterns.myPromoCodes, () => import('#web/commerce/staff/promo/my-promo-codes-page.tsx')),
    page(staffPatterns.sales, () => import('#web/commerce/staff/promo/sales-page.tsx')),
    page(staffPatterns.soldLines, () => import('#web/commerce/staff/sold-lines-page.tsx')),
    page(staffPatterns.bundles, () => import('#web/commerce/staff/promo/bundles-page.tsx')),
    page(staffPatterns.adminPaths, () => import('#web/paths/staff/paths-page.tsx')),
    page(staffPatterns.adminPathCreate, () => import('#web/paths/staff/create-path-page.tsx')),
    page(staffPatterns.adminPath, () => import('#web/paths/staff/path-page.tsx')),
    page(staffPatterns.balance, () => import('#web/commerce/staff/balance-page.tsx')),
    page(staffPatterns.payouts, () => import('#web/commerce/staff/payouts-page.tsx')),
    page(staffPatterns.transfers, () => import('#web/commerce/staff/transfers/transfers-page.tsx')),
    page(staffPatterns.refundRequests, () => import('#web/commerce/staff/refund-requests-page.tsx')),
    page(patterns.adminEarnings, () => import('#web/commerce/staff/earnings-page.tsx')),
  ]
}
