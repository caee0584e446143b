import './app.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { patterns } from '#contract/kit/paths.ts'
import { ApiContext, createBrowserApi, createSessionStore } from '#web/identity/index.ts'
import { SiteOriginContext } from '#web/kit/ui/page-head.tsx'
import { Document, type Assets } from './document.tsx'
import { keepShown } from './keep-shown.ts'
import { isPrivate } from '#web/site/routes/page-handle.ts'
import { createRoutes, pagesRouteId } from '#web/site/routes/routes.tsx'

const hydrationTimeoutMs = 10_000

/** Resolves when the page is hydrated, or after a timeout when hydration failed. */
const hydrated = new Promise<void>((resolve) => {
  const observer = new MutationObserver(() => resolve())
  observer.observe(document.documentElement, { attributeFilter: ['data-hydrated'] })
  setTimeout(resolve, hydrationTimeoutMs)
})
const sessions = createSessionStore()
// Guards wait for hydration: a redirect during hydration would make React render another page than the server sent.
const api = createBrowserApi(`${location.origin}/api`, {
  ...sessions,
  read: (pathname) => hydrated.then(() => sessions.read(pathname)),
})

const isStaffPath = (pathname: string) => pathname === patterns.admin || pathname.startsWith(`${patterns.admin}/`)
const loadStaffRoutes = async () => (await import('#web/site/routes/staff-routes.tsx')).createStaffRoutes(api)
const routes = createRoutes(api, isStaffPath(location.pathname) ? await loadStaffRoutes() : null)

/** Loads the code of a server-rendered page before hydration, so that nothing flashes. */
async function loadShownPage() {
  const matches = matchRoutes(routes, location) ?? []
  if (isPrivate(matches)) return
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}

/** Reads the asset URLs from the document, so that the first render equals the server's HTML. */
function readAssets(): Assets {
  const urlsOf = (selector: string, attribute: string) =>
    [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute) ?? '')
  const inlined = document.querySelector('style[data-files]')?.getAttribute('data-files')?.split(' ')
  return {
    modules:
      urlsOf('script[data-modules]', 'data-modules')[0]?.split(' ') ?? urlsOf('body > script[type=module][src]', 'src'),
    styles: inlined ?? urlsOf('link[rel=stylesheet]', 'href'),
    // The text in the document is kept.
    inlineStyle: inlined ? '' : null,
    font: urlsOf('link[rel=preload][as=font]', 'href')[0] ?? null,
  }
}

/** The code of a page loads the styles that it needs, unless the document has a link to them. A disabled link loads nothing. */
function markAsLoaded(styles: readonly string[]) {
  for (const href of styles)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }))
}

// The first page of a visit has a key in the history, as all later ones: a reload and going back find its place by it, and the same page
// opened again starts at the top.
if (!(history.state as { key?: string } | null)?.key)
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '')

const assets = readAssets()
if (assets.inlineStyle !== null) markAsLoaded(assets.styles)
const hydration = document.getElementById('hydration')?.textContent ?? ''
// Where the router looks for it, errors included.
Object.assign(window, { __staticRouterHydrationData: JSON.parse(hydration || '{}') as unknown })
await loadShownPage()
const router: ReturnType<typeof createBrowserRouter> = createBrowserRouter(routes, {
  dataStrategy: keepShown(() => router),
  // Visitors never load the staff routes. Called when a path matches no route, or only the one of unknown pages.
  async patchRoutesOnNavigation({ path, patch }) {
    if (isStaffPath(path)) patch(pagesRouteId, [await loadStaffRoutes()])
  },
})

startTransition(() => {
  hydrateRoot(
    document,
    <Document assets={assets} inlineScripts={{ head: '', start: '' }} hydration={hydration}>
      <ApiContext value={api}>
        <SiteOriginContext value={location.origin}>
          <RouterProvider router={router} />
        </SiteOriginContext>
      </ApiContext>
    </Document>,
  )
})
