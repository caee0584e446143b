import type { RouteObject } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { cachedPage, privatePage, type PageHandle } from './page-handle.ts'

const teamPages = () => import('#web/commerce/teams/pages.ts')

/** Paths and bundles, which are public, and the pages of what one buys. */
export const sellingRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.learningPaths,
    handle: { cacheParameters: ['page'], maxCachedParameters: 1 } satisfies PageHandle,
    lazy: () =>
      import('#web/paths/paths-page.tsx').then((page) => ({
        loader: page.createPathsLoader(api),
        Component: page.PathsPage,
      })),
  },
  {
    path: patterns.learningPath,
    handle: cachedPage,
    lazy: () =>
      import('#web/paths/path-page.tsx').then((page) => ({
        loader: page.createPathLoader(api),
        Component: page.PathPage,
      })),
  },
  {
    path: patterns.bundles,
    handle: { cacheParameters: ['page'], maxCachedParameters: 1 } satisfies PageHandle,
    lazy: () =>
      import('#web/commerce/bundles-page.tsx').then((page) => ({
        loader: page.createBundlesLoader(api),
        Component: page.BundlesPage,
      })),
  },
  {
    path: patterns.bundle,
    handle: cachedPage,
    lazy: () =>
      import('#web/commerce/bundle-page.tsx').then((page) => ({
        loader: page.createBundleLoader(api),
        Component: page.BundlePage,
      })),
  },
  {
    path: patterns.cart,
    handle: privatePage,
    lazy: () =>
      import('#web/commerce/kept/cart-page.tsx').then((page) => ({
        loader: page.createCartLoader(api),
        Component: page.CartPage,
      })),
  },
  {
    path: patterns.joinTeam,
    handle: privatePage,
    lazy: () =>
      teamPages().then((page) => ({
        loader: page.createJoinTeamLoader(api),
        Component: page.JoinTeamPage,
      })),
  },
  {
    path: patterns.gift,
    handle: privatePage,
    lazy: () =>
      import('#web/commerce/transactions/gift-page.tsx').then((page) => ({
        loader: page.createGiftLoader(api),
        Component: page.GiftPage,
      })),
  },
]

/** In the student area. */
export const myPathsRoute = (api: Api): RouteObject => ({
  path: patterns.myPaths,
  lazy: () =>
    import('#web/paths/my-paths-page.tsx').then((page) => ({
      loader: page.createMyPathsLoader(api),
      Component: page.MyPathsPage,
    })),
})

/** In the student area. */
export const wishlistRoute = (api: Api): RouteObject => ({
  path: patterns.wishlist,
  lazy: () =>
    import('#web/commerce/kept/wishlist-page.tsx').then((page) => ({
      loader: page.createWishlistLoader(api),
      Component: page.WishlistPage,
    })),
})

/** In the student area. */
export const teamRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.teams,
    lazy: () =>
      teamPages().then((page) => ({
        loader: page.createTeamsLoader(api),
        Component: page.TeamsPage,
      })),
  },
  {
    path: patterns.team,
    lazy: () =>
      teamPages().then((page) => ({
        loader: page.createTeamLoader(api),
        Component: page.TeamPage,
      })),
  },
]
