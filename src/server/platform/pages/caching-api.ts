import type { PageCache } from './page-cache.ts'
import { toResponse } from './response.ts'
import { sharedByEveryone } from './shared-caches.ts'

type Api = {
  /** The normalized URL of a request whose response may be cached; null for any other request. */
  cacheableUrl: (request: Request) => URL | null
  fetch: (request: Request, client: string) => Promise<Response>
}

/** Answers cacheable endpoints from the page cache and all others directly. */
export function createCachingApi({
  api,
  pageCache,
  headers,
}: {
  api: Api
  pageCache: PageCache
  headers: Record<string, string>
}) {
  return async (request: Request, client: string): Promise<Response> => {
    const url = api.cacheableUrl(request)
    if (!url || !isWorthCaching(url)) return api.fetch(request, client)
    const key = { name: `api ${url.pathname}${url.search}`, isFreeText: url.search !== '' }
    const cached = await pageCache.getOrMake(key, async () => {
      // Without the headers of the request, because the response is shared by all clients.
      const response = await api.fetch(new Request(url), client)
      return {
        status: response.status,
        headers: {
          ...headers,
          'content-type': response.headers.get('content-type') ?? 'application/json',
          'cache-control': response.status === 200 ? sharedByEveryone : 'no-store',
        },
        body: new Uint8Array(await response.arrayBuffer()),
      }
    })
    const { pathname, search } = new URL(request.url)
    pageCache.alias(pathname + search, key)
    return toResponse(cached, request)
  }
}

/** Free text and combinations of many filters make too many different URLs. */
const isWorthCaching = ({ searchParams }: URL): boolean => !searchParams.has('q') && searchParams.size <= 3
