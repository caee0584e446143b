import type { RouteObject } from 'react-router'
import { patterns } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import type { PageHandle } from './routes.tsx'

const own: PageHandle = { private: true }

/** The staff's pages about money. */
export function createSalesPageRoutes(api: Api): RouteObject[] {
  return [
    {
      path: patterns.adminTransactions,
      handle: own,
      lazy: () => import('#web/commerce/staff/transactions-page.tsx').then((page) => ({ loader: page.createSalesLoader(api), Component: page.SalesPage })),
    },
    {
      path: patterns.adminTransaction,
      handle: own,
      lazy: () => import('#web/commerce/staff/transaction-page.tsx').then((page) => ({ loader: page.createSaleLoader(api), Component: page.SalePage })),
    },
    {
      path: patterns.adminPromoCodes,
      handle: own,
      lazy: () =>
        import('#web/commerce/staff/promo-codes-page.tsx').then((page) => ({ loader: page.createPromoCodesLoader(api), Component: page.PromoCodesPage })),
    },
    {
      path: patterns.adminEarnings,
      handle: own,
      lazy: () => import('#web/commerce/staff/earnings-page.tsx').then((page) => ({ loader: page.createEarningsLoader(api), Component: page.EarningsPage })),
    },
  ]
}
