import type { ApiClient } from '#contract/client.ts'
import { withSpan } from '#server/tracing/index.ts'
import { canonicalAddress } from './canonical-address.ts'
import { contentSecurityPolicy, type PolicySources } from './content-security-policy.ts'
import { sharedByEveryone, type PageCache } from './page-cache.ts'
import type { PageAddress, PageRenderer } from './renderer.ts'
import { prepareResponse, toResponse, type FreshResponse } from './response.ts'

export type Pages = { fetch(request: Request): Promise<Response> }

type Deps = {
  renderer: PageRenderer
  /** The API, called in process: pages show what the API answers. */
  api: ApiClient
  pageCache: PageCache
  policy: PolicySources
  publicUrl: string
  /** Headers of every response. */
  headers: Record<string, string>
  /** Styles that the settings of the site add to every document; null for none. */
  readBrandStyle: () => Promise<string | null>
}

export function pagesModule({ renderer, api, pageCache, policy, publicUrl, headers, readBrandStyle }: Deps): Pages {
  async function render(address: PageAddress): Promise<FreshResponse> {
    const brandStyle = await readBrandStyle()
    const page = await withSpan('render page', () => renderer.render(address, api, { brandStyle }))
    if (page.kind === 'redirect')
      return { status: page.status, headers: { ...headers, location: page.location, 'cache-control': 'no-cache' }, body: new Uint8Array() }
    return {
      status: page.status,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(
          { ...renderer, inlineStyles: [...renderer.inlineStyles, ...(brandStyle === null ? [] : [brandStyle])] },
          policy,
        ),
        'cache-control': address.isPrivate ? 'no-cache' : sharedByEveryone,
        ...(address.isPrivate ? { 'x-robots-tag': 'noindex' } : {}),
      },
      body: new TextEncoder().encode(page.html),
    }
  }

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const canonical = canonicalAddress(url)
      if (canonical !== null) return new Response(null, { status: 301, headers: { ...headers, location: canonical, 'cache-control': 'no-cache' } })
      const address = renderer.describe(new URL(url.pathname + url.search, publicUrl))
      if (address.cacheKey === null) return toResponse(await prepareResponse(await render(address), 'once'), request)
      const key = { name: `page ${address.cacheKey}`, isFreeText: address.isFreeText }
      const cached = await pageCache.getOrMake(key, () => render(address))
      pageCache.alias(url.pathname + url.search, key)
      return toResponse(cached, request)
    },
  }
}
