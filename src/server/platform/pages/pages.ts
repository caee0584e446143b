import { canonicalPath } from './canonical-path.ts'
import { contentSecurityPolicy, type PolicySources } from './content-security-policy.ts'
import type { PageCache } from './page-cache.ts'
import type { RequestedPage, PageRenderer } from './renderer.ts'
import { respondOnce, toResponse, type FreshResponse } from './response.ts'
import { sharedByEveryone } from './shared-caches.ts'

export type Pages = { fetch(request: Request): Promise<Response> }

type Deps = {
  renderer: PageRenderer
  /** The client of the API, called in process: pages show what the API answers. */
  api: object
  pageCache: PageCache
  policy: PolicySources
  publicUrl: string
  /** Headers of every response. */
  headers: Record<string, string>
  /** Styles that the settings of the site add to every document; null for none. */
  readBrandStyle: () => Promise<string | null>
}

export function pagesModule({ renderer, api, pageCache, policy, publicUrl, headers, readBrandStyle }: Deps): Pages {
  async function render(requested: RequestedPage): Promise<FreshResponse> {
    const brandStyle = await readBrandStyle()
    const page = await renderer.render(requested, api, { brandStyle })
    if (page.kind === 'redirect')
      return {
        status: page.status,
        headers: { ...headers, location: page.location, 'cache-control': 'no-cache' },
        body: new Uint8Array(),
      }
    return {
      status: page.status,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(
          { ...renderer, inlineStyles: [...renderer.inlineStyles, ...(brandStyle === null ? [] : [brandStyle])] },
          policy,
        ),
        'cache-control': requested.isPrivate ? 'no-cache' : sharedByEveryone,
        ...(requested.isPrivate ? { 'x-robots-tag': 'noindex' } : {}),
      },
      body: new TextEncoder().encode(page.html),
    }
  }

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const canonical = canonicalPath(url)
      if (canonical !== null)
        return new Response(null, {
          status: 301,
          headers: { ...headers, location: canonical, 'cache-control': 'no-cache' },
        })
      const requested = renderer.describe(new URL(url.pathname + url.search, publicUrl))
      if (requested.cacheKey === null) return respondOnce(request, await render(requested))
      const key = {
        name: `page ${requested.cacheKey}`,
        isFreeText: requested.isFreeText,
        isForAnyPath: requested.isForAnyPath ?? false,
      }
      const cached = await pageCache.getOrMake(key, () => render(requested))
      pageCache.alias(url.pathname + url.search, key)
      return toResponse(cached, request)
    },
  }
}
