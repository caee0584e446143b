import type { RouteObject, ShouldRevalidateFunction } from 'react-router'
import { patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import * as sourceFiles from '#web/source-files.ts'
import { cachedPage, type PageHandle } from './page-handle.ts'

const libraryList: PageHandle = { cacheParameters: ['q', 'type', 'tag', 'page'], maxCachedParameters: 2 }

/** An e-book is loaded once; the query string selects the section. A purchase reloads it at the same URL. */
const unlessAnotherSection: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && nextUrl.searchParams.has('bagian')
    ? false
    : defaultShouldRevalidate

/** E-books and tips. */
export const libraryRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.ebooks,
    handle: { ...libraryList, file: sourceFiles.ebooks },
    lazy: () =>
      import('#web/library/ebooks-page.tsx').then((page) => ({
        loader: page.createEbooksLoader(api),
        Component: page.EbooksPage,
      })),
  },
  {
    path: patterns.reader,
    handle: {
      cacheParameters: ['bagian'],
      maxCachedParameters: 1,
      ownShell: true,
      file: sourceFiles.reader,
    } satisfies PageHandle,
    shouldRevalidate: unlessAnotherSection,
    lazy: () =>
      import('#web/site/slots/reader-slots.tsx').then((page) => ({
        loader: page.createReaderLoader(api),
        Component: page.Reader,
        ErrorBoundary: page.ReaderError,
      })),
  },
  {
    path: patterns.tips,
    handle: { ...libraryList, file: sourceFiles.tips },
    lazy: () =>
      import('#web/library/tips-page.tsx').then((page) => ({
        loader: page.createTipsLoader(api),
        Component: page.TipsPage,
      })),
  },
  {
    path: patterns.tip,
    handle: { ...cachedPage, file: sourceFiles.tip },
    lazy: () =>
      import('#web/site/slots/tip-slots.tsx').then((page) => ({
        loader: page.createTipLoader(api),
        Component: page.Tip,
      })),
  },
]
