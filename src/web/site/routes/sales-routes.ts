import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'

/** Staff pages for transactions, promo codes and earnings. */
export function createSalesPageRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminTransactions,
      lazy: () =>
        import('#web/commerce/staff/transactions-page.tsx').then((page) => ({
          loader: page.createStaffTransactionsLoader(api),
          Component: page.StaffTransactionsPage,
        })),
    },
    {
      path: patterns.adminTransaction,
      lazy: () =>
        import('#web/commerce/staff/transaction-page.tsx').then((page) => ({
          loader: page.createStaffTransactionLoader(api),
          Component: page.StaffTransactionPage,
        })),
    },
    {
      path: patterns.adminPromoCodes,
      lazy: () =>
        import('#web/commerce/staff/promo/promo-codes-page.tsx').then((page) => ({
          loader: page.createPromoCodesLoader(api),
          Component: page.PromoCodesPage,
        })),
    },
    {
      path: staffPatterns.applications,
      lazy: () =>
        import('#web/instructors/staff/applications-page.tsx').then((page) => ({
          loader: page.createApplicationsLoader(api),
          Component: page.ApplicationsPage,
        })),
    },
    {
      path: staffPatterns.courseReviews,
      lazy: () =>
        import('#web/catalog/staff/review/reviews-page.tsx').then((page) => ({
          loader: page.createCourseReviewsLoader(api),
          Component: page.CourseReviewsPage,
        })),
    },
    {
      path: staffPatterns.instructorProfile,
      lazy: () =>
        import('#web/instructors/staff/profile-page.tsx').then((page) => ({
          loader: page.createProfileLoader(api),
          Component: page.ProfilePage,
        })),
    },
    {
      path: staffPatterns.myPromoCodes,
      lazy: () =>
        import('#web/commerce/staff/promo/my-promo-codes-page.tsx').then((page) => ({
          loader: page.createMyPromoCodesLoader(api),
          Component: page.MyPromoCodesPage,
        })),
    },
    {
      path: staffPatterns.sales,
      lazy: () =>
        import('#web/commerce/staff/sales-page.tsx').then((page) => ({
          loader: page.createSalesLoader(api),
          Component: page.SalesPage,
        })),
    },
    {
      path: staffPatterns.bundles,
      lazy: () =>
        import('#web/commerce/staff/bundles-page.tsx').then((page) => ({
          loader: page.createAdminBundlesLoader(api),
          Component: page.AdminBundlesPage,
        })),
    },
    {
      path: staffPatterns.adminPaths,
      lazy: () =>
        import('#web/paths/staff/paths-page.tsx').then((page) => ({
          loader: page.createAdminPathsLoader(api),
          Component: page.AdminPathsPage,
        })),
    },
    {
      path: staffPatterns.adminPathCreate,
      lazy: () =>
        import('#web/paths/staff/create-path-page.tsx').then((page) => ({
          loader: page.createCreatePathLoader(api),
          Component: page.CreatePathPage,
        })),
    },
    {
      path: staffPatterns.adminPath,
      lazy: () =>
        import('#web/paths/staff/path-page.tsx').then((page) => ({
          loader: page.createAdminPathLoader(api),
          Component: page.AdminPathPage,
        })),
    },
    {
      path: staffPatterns.balance,
      lazy: () =>
        import('#web/commerce/staff/balance-page.tsx').then((page) => ({
          loader: page.createBalanceLoader(api),
          Component: page.BalancePage,
        })),
    },
    {
      path: staffPatterns.payouts,
      lazy: () =>
        import('#web/commerce/staff/payouts-page.tsx').then((page) => ({
          loader: page.createPayoutsLoader(api),
          Component: page.PayoutsPage,
        })),
    },
    {
      path: staffPatterns.transfers,
      lazy: () =>
        import('#web/commerce/staff/transfers/transfers-page.tsx').then((page) => ({
          loader: page.createTransfersLoader(api),
          Component: page.TransfersPage,
        })),
    },
    {
      path: staffPatterns.refundRequests,
      lazy: () =>
        import('#web/commerce/staff/refund-requests-page.tsx').then((page) => ({
          loader: page.createRefundRequestsLoader(api),
          Component: page.RefundRequestsPage,
        })),
    },
    {
      path: patterns.adminEarnings,
      lazy: () =>
        import('#web/commerce/staff/earnings-page.tsx').then((page) => ({
          loader: page.createEarningsLoader(api),
          Component: page.EarningsPage,
        })),
    },
  ]
}
