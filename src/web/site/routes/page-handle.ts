import type { ShouldRevalidateFunction } from 'react-router'
import type * as sourceFiles from '#web/source-files.ts'

/** How the server renders a page. Without `cacheParameters` it renders every request. */
export type PageHandle = {
  /** The query parameters that the page reads; all others are ignored. Pages with up to `maxCachedParameters` of them are cached. */
  cacheParameters?: readonly string[]
  maxCachedParameters?: number
  /** The path contains text that the visitor chose, and every such text is a page. */
  hasFreeTextPath?: true
  /** The same page at every path that no other page has. */
  isForAnyPath?: true
  /** A private page, as are all below it: the server renders only the shared layout, identical for every user. It has a loader, which the server does not call. */
  private?: true
  /** Rendered without the public header and footer; the page provides its own `main`. */
  ownShell?: true
  /** The status of the page where its loaders succeed; 200 otherwise. */
  status?: 403
  /** The source file that `lazy` imports. The server preloads its scripts, so that the browser does not discover them one after the other. */
  file?: (typeof sourceFiles)[keyof typeof sourceFiles]
}

export const cachedPage: PageHandle = { cacheParameters: [] }
export const pageForAnyPath: PageHandle = { isForAnyPath: true }
export const privatePage: PageHandle = { private: true }

/** True when the page that is matched is private, or below one that is. */
export const isPrivate = (matches: readonly { route: { handle?: unknown } }[]): boolean =>
  matches.some(({ route }) => (route.handle as PageHandle | undefined)?.private)

/** A course is loaded once; the query string selects the lesson without loading again. The lists of the student area are narrowed in the browser. */
export const unlessOnlySearchChanged: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
