import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type RouteObject,
  type StaticHandlerContext,
} from 'react-router'
import type { ApiClient } from '#contract/client.ts'
import { ApiContext, createPublicApi, type Api } from '#web/identity/index.ts'
import { SiteOriginContext } from '#web/kit/ui/page-head.tsx'
import * as sourceFiles from '#web/source-files.ts'
import { Document, type Assets } from './document.tsx'
// oxlint-disable-next-line import/default -- the build makes the default export
import frameScript from '#web/exercises/frame/outer.inline.ts?script'
// oxlint-disable-next-line import/default -- the build makes the default export
import headScript from './head.inline.ts?script'
import { isPrivate, type PageHandle } from '#web/site/routes/page-handle.ts'
import { createRoutes } from '#web/site/routes/routes.tsx'
import { createStaffRoutes } from '#web/site/routes/staff-routes.tsx'
// oxlint-disable-next-line import/default -- the build makes the default export
import startScript from './start.inline.ts?script'

type RequestedPage = {
  cacheKey: string | null
  isFreeText: boolean
  isForAnyPath?: boolean
  url: string
  isPrivate: boolean
}
type RenderedPage =
  | { kind: 'html'; status: number; html: string }
  | { kind: 'redirect'; status: number; location: string }

const createAllRoutes = (api: Api) => createRoutes(api, createStaffRoutes(api))

// Used for matching only, so no API client is needed.
const routePatterns = createAllRoutes(createPublicApi(null as unknown as ApiClient))

type BuiltFiles = Assets & {
  /** The scripts that a page needs in addition to the shared ones, by source file of the page. */
  scriptsOf?: Record<string, string[]>
}

/** The renderer that the server loads. `assets` are the URLs of the built files. */
export function createPageRenderer({ assets }: { assets: BuiltFiles }) {
  const unknown = assets.scriptsOf && filesOf(routePatterns).find((file) => !assets.scriptsOf?.[file])
  if (unknown) throw new Error(`routes.tsx names ${unknown}, which is not a built page`)
  // One route table per API client, so that the lazy code of a page is loaded once and not on each render.
  const sites = new WeakMap<ApiClient, ReturnType<typeof createRenderTarget>>()
  function siteOf(client: ApiClient) {
    const site = sites.get(client) ?? createRenderTarget(client)
    sites.set(client, site)
    return site
  }

  return {
    /** All inline scripts of a page; the server allows no other. */
    inlineScripts: [headScript, startScript],
    /** All inline styles of a page. */
    inlineStyles: assets.inlineStyle === null ? [] : [assets.inlineStyle],

    /** The script is inside: the frame may load nothing. */
    exerciseFrame: `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>Hasil kode</title></head><body><script>${frameScript.replaceAll('</script', String.raw`<\/script`)}</script></body></html>`,

    describe(url: URL): RequestedPage {
      const matches = matchRoutes(routePatterns, url.pathname) ?? []
      const handle = (matches.at(-1)?.route.handle ?? {}) as PageHandle
      // A private page has the same HTML for every URL of its pattern. The parent patterns are included, because an index route has no path.
      const pattern = matches.map(({ route }) => route.path ?? '').join(' ')
      const whole = { url: url.origin + url.pathname, isFreeText: false }
      if (isPrivate(matches)) return { ...whole, cacheKey: `frame ${pattern}`, isPrivate: true }
      if (handle.isForAnyPath)
        return { ...whole, cacheKey: 'any path', isForAnyPath: true, url: `${url.origin}/404`, isPrivate: false }
      if (!handle.cacheParameters) return { ...whole, cacheKey: null, isPrivate: false }
      const query = knownParameters(url, handle.cacheParameters)
      const path = query.size ? `${url.pathname}?${query}` : url.pathname
      const isCached = query.size <= (handle.maxCachedParameters ?? 0) && !query.has('q')
      const isFreeText = query.size > 0 || Boolean(handle.hasFreeTextPath)
      return { cacheKey: isCached ? path : null, isFreeText, url: url.origin + path, isPrivate: false }
    },

    async render(
      page: RequestedPage,
      client: ApiClient,
      { brandStyle }: { brandStyle: string | null },
    ): Promise<RenderedPage> {
      const { api, query, dataRoutes } = siteOf(client)
      // Private pages: the server loads only the data that all pages share.
      const toLoad = page.isPrivate
        ? { filterMatchesToLoad: ({ route }: { route: { id: string } }) => route.id === 'site' }
        : {}
      const context = await query(new Request(page.url), toLoad)
      if (context instanceof Response) {
        const location = context.headers.get('location') ?? '/'
        return { kind: 'redirect', status: context.status, location }
      }
      const { file = '', status = 200 } = (context.matches.at(-1)?.route.handle ?? {}) as PageHandle
      // The service worker caches what the offline page names. The device host sends what waits on this device; a page that was opened
      // without a network could not load it when the connection returns.
      const scriptsOf = (name: string) => assets.scriptsOf?.[name] ?? []
      const modules = [
        ...new Set([
          ...assets.modules,
          ...scriptsOf(file),
          ...(file === sourceFiles.offline ? scriptsOf(sourceFiles.deviceHost) : []),
        ]),
      ]
      const html = renderToString(
        <Document
          assets={{ ...assets, modules }}
          inlineScripts={{ head: headScript, start: startScript }}
          hydration={hydrationData(context)}
        >
          <ApiContext value={api}>
            <SiteOriginContext value={new URL(page.url).origin}>
              <StaticRouterProvider
                router={createStaticRouter(dataRoutes, context)}
                context={context}
                hydrate={false}
              />
            </SiteOriginContext>
          </ApiContext>
        </Document>,
      )
      return {
        kind: 'html',
        status: context.statusCode === 200 ? status : context.statusCode,
        html: `<!DOCTYPE html>${brandStyle === null ? html : withStyle(html, brandStyle)}`,
      }
    },
  }
}

/** Added to the text, so that browsers load no code for it: hydration skips elements in the head that it does not know. */
const withStyle = (html: string, style: string): string =>
  html.replace('</head>', () => `<style id="brand">${style}</style></head>`)

const filesOf = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ handle, children = [] }) =>
    [(handle as PageHandle | undefined)?.file ?? [], filesOf(children)].flat(),
  )

function createRenderTarget(client: ApiClient) {
  const api = createPublicApi(client)
  return { api, ...createStaticHandler(createAllRoutes(api)) }
}

function knownParameters(url: URL, names: readonly string[]): URLSearchParams {
  const known = new URLSearchParams()
  for (const name of names) {
    const value = url.searchParams.get(name)
    if (value) known.set(name, value.slice(0, 100))
  }
  return known
}

/** The data for hydration. `<` is escaped so that no text can end the data block. */
function hydrationData({ loaderData, errors }: StaticHandlerContext): string {
  return JSON.stringify({ loaderData, errors: serializeErrors(errors) }).replaceAll('<', '\\u003c')
}

/** Errors as plain data; message and stack of unexpected errors stay on the server. */
function serializeErrors(errors: StaticHandlerContext['errors']): Record<string, unknown> | null {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([routeId, error]) => {
      const isResponse = typeof error === 'object' && error !== null && 'status' in error && 'data' in error
      return [
        routeId,
        isResponse
          ? { ...(error as object), __type: 'RouteErrorResponse' }
          : { __type: 'Error', message: 'Ada gangguan di server' },
      ]
    }),
  )
}
