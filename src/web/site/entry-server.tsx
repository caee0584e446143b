import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider, type RouteObject, type StaticHandlerContext } from 'react-router'
import type { ApiClient } from '#contract/client.ts'
import { ApiContext, createPublicApi } from '#web/identity/index.ts'
import { SiteOriginContext } from '#web/ui/page-head.tsx'
import { Document, type Assets } from './document.tsx'
import { createRoutes, type PageHandle } from './routes.tsx'

type PageAddress = { memoryKey: string | null; url: string; isPrivate: boolean }
type RenderedPage = { kind: 'html'; status: number; html: string } | { kind: 'redirect'; status: number; location: string }

// Only their shape is asked for: which address is which page.
const shape = createRoutes(createPublicApi(null as unknown as ApiClient))

type BuiltFiles = Assets & {
  /** The scripts that a page needs beside those of every page, by its source file. */
  scriptsOf?: Record<string, string[]>
}

/** What the server asks of the web shelf. `assets` are the built files' addresses. */
export function createPageRenderer({ assets }: { assets: BuiltFiles }) {
  const unknown = assets.scriptsOf && filesOf(shape).find((file) => !assets.scriptsOf?.[file])
  if (unknown) throw new Error(`routes.tsx names ${unknown}, which is no page that was built`)
  // One table of routes for all pages of a client: a page's code is looked up once, not at each rendering.
  const sites = new WeakMap<ApiClient, ReturnType<typeof createSite>>()
  function siteOf(client: ApiClient) {
    const site = sites.get(client) ?? createSite(client)
    sites.set(client, site)
    return site
  }

  return {
    describe(url: URL): PageAddress {
      const matches = matchRoutes(shape, url.pathname) ?? []
      const handle = (matches.at(-1)?.route.handle ?? {}) as PageHandle
      // Every lesson player looks the same until the browser takes over: one frame for all. An index route has no path of its own.
      const pattern = matches.map(({ route }) => route.path ?? '').join(' ')
      if (handle.private) return { memoryKey: `frame ${pattern}`, url: url.origin + url.pathname, isPrivate: true }
      if (!handle.memory) return { memoryKey: null, url: url.origin + url.pathname, isPrivate: false }
      const query = knownParameters(url, handle.memory)
      const address = query.size ? `${url.pathname}?${query}` : url.pathname
      const keep = query.size <= (handle.keptParameters ?? 0) && !query.has('q')
      return { memoryKey: keep ? address : null, url: url.origin + address, isPrivate: false }
    },

    async render(address: PageAddress, client: ApiClient): Promise<RenderedPage> {
      const { api, query, dataRoutes } = siteOf(client)
      // One's own pages: only what all pages share is known here.
      const toLoad = address.isPrivate ? { filterMatchesToLoad: ({ route }: { route: { id: string } }) => route.id === 'site' } : {}
      const context = await query(new Request(address.url), toLoad)
      if (context instanceof Response) {
        const location = context.headers.get('location') ?? '/'
        return { kind: 'redirect', status: context.status, location }
      }
      const file = (context.matches.at(-1)?.route.handle as PageHandle | undefined)?.file ?? ''
      const modulePreloads = [...assets.modulePreloads, ...(assets.scriptsOf?.[file] ?? [])]
      const html = renderToString(
        <Document assets={{ ...assets, modulePreloads }} hydration={hydrationData(context)}>
          <ApiContext value={api}>
            <SiteOriginContext value={new URL(address.url).origin}>
              <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
            </SiteOriginContext>
          </ApiContext>
        </Document>,
      )
      return { kind: 'html', status: context.statusCode, html: `<!DOCTYPE html>${html}` }
    },
  }
}

const filesOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ handle, children = [] }) => [(handle as PageHandle | undefined)?.file ?? [], filesOf(children)].flat())

function createSite(client: ApiClient) {
  const api = createPublicApi(client)
  return { api, ...createStaticHandler(createRoutes(api)) }
}

function knownParameters(url: URL, names: readonly string[]): URLSearchParams {
  const known = new URLSearchParams()
  for (const name of names) {
    const value = url.searchParams.get(name)
    if (value) known.set(name, value.slice(0, 100))
  }
  return known
}

/** What the browser continues from. `<` is escaped so that no text can end the data block. */
function hydrationData({ loaderData, errors }: StaticHandlerContext): string {
  return JSON.stringify({ loaderData, errors: serializeErrors(errors) }).replaceAll('<', '\\u003c')
}

/** Errors as plain data; a bug's message and stack stay on the server. */
function serializeErrors(errors: StaticHandlerContext['errors']): Record<string, unknown> | null {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([routeId, error]) => {
      const isResponse = typeof error === 'object' && error !== null && 'status' in error && 'data' in error
      return [routeId, isResponse ? { ...(error as object), __type: 'RouteErrorResponse' } : { __type: 'Error', message: 'Ada gangguan di server' }]
    }),
  )
}
