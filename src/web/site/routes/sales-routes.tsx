import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import type { PageHandle } from './page-handle.ts'

const privatePage: PageHandle = { private: true }

/** Staff pages for transactions, promo codes and earnings. */
export function createSalesPageRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminTransactions,
      handle: privatePage,
      lazy: () =>
        import('#web/commerce/staff/transactions-page.tsx').then((page) => ({
          loader: page.createStaffTransactionsLoader(api),
          Component: page.StaffTransactionsPage,
        })),
    },
    {
      path: patterns.adminTransaction,
      handle: privatePage,
      lazy: () =>
        import('#web/commerce/staff/transaction-page.tsx').then((page) => ({
          loader: page.createStaffTransactionLoader(api),
          Component: page.StaffTransactionPage,
        })),
    },
    {
      path: patterns.adminPromoCodes,
      handle: privatePage,
      lazy: () =>
        import('#web/commerce/staff/promo-codes-page.tsx').then((page) => ({ loader: page.createPromoCodesLoader(api), Component: page.PromoCodesPage })),
    },
    {
      path: patterns.adminEarnings,
      handle: privatePage,
      lazy: () => import('#web/commerce/staff/earnings-page.tsx').then((page) => ({ loader: page.createEarningsLoader(api), Component: page.EarningsPage })),
    },
  ]
}
