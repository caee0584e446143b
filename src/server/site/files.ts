import { Hono, type Context } from 'hono'
import { withRetryAfter } from '#server/platform/http/index.ts'
import { createSharingImages } from '#server/platform/covers/index.ts'
import { sharedByEveryone, toResponse, type PageCache } from '#server/platform/pages/index.ts'
import { brandIcons, wrapInSvg } from './brand-icons.ts'
import type { SiteModule } from './site.ts'
import { webManifest } from './web-manifest.ts'

type Deps = {
  site: SiteModule
  pageCache: PageCache
  /** The headers of every response. */ headers: Record<string, string>
}

const sharingLimits = { maximumBytes: 24 * 1024 * 1024, maximumWaiting: 12 }

/** The site's files for machines: robots.txt, sitemaps, the web app manifest, and the sharing images of pages. */
export function siteFilesModule({ site, pageCache, headers }: Deps) {
  const images = createSharingImages(sharingLimits)

  /** Cached like a page, until its content changes. */
  async function respondCached(context: Context, type: string, write: () => Promise<string | Uint8Array | null>) {
    const { pathname } = new URL(context.req.url)
    const cached = await pageCache.getOrMake({ name: `file ${pathname}`, isFreeText: false }, async () => {
      const content = await write()
      return {
        status: content === null ? 404 : 200,
        headers: { ...headers, 'content-type': type, 'cache-control': sharedByEveryone },
        body: typeof content === 'string' ? new TextEncoder().encode(content) : (content ?? new Uint8Array()),
      }
    })
    return toResponse(cached, context.req.raw)
  }

  /** 404 without a logo: then the default icon is served. */
  async function respondIcon(context: Context, type: string, wrap: (png: Uint8Array) => string | Uint8Array) {
    const icon = brandIcons[new URL(context.req.url).pathname]
    if (!icon) return context.text('Ikon tidak ditemukan.', 404)
    return respondCached(context, type, async () => {
      const png = await site.readLogoPng(icon.size, icon.margin)
      return png && wrap(png)
    })
  }

  const respondXml = (context: Context, write: () => Promise<string | null>) =>
    respondCached(context, 'application/xml; charset=utf-8', write)

  return new Hono()
    .get('/robots.txt', (context) => context.text(site.robots(), 200, { 'cache-control': 'public, max-age=3600' }))
    .get('/manifest.webmanifest', (context) =>
      respondCached(context, 'application/manifest+json; charset=utf-8', async () =>
        JSON.stringify(webManifest(await site.readBrand())),
      ),
    )
    .get('/favicon.svg', (context) => respondIcon(context, 'image/svg+xml; charset=utf-8', wrapInSvg))
    .get('/icons/:file', (context) => respondIcon(context, 'image/png', (png) => png))
    .get('/sitemap.xml', (context) => respondXml(context, site.sitemapIndex))
    .get('/:file{sitemap-[a-z0-9-]{1,40}\\.xml}', (context) =>
      respondXml(context, () => site.sitemap(context.req.param('file').replace(/^sitemap-|\.xml$/g, ''))),
    )
    .get('/sharing/:section/:file{[^/]{1,100}\\.png}', async (context) => {
      const sharing = await site.findSharing(context.req.param('section'), context.req.param('file').slice(0, -4))
      if (!sharing) return context.text('Gambar tidak ditemukan.', 404)
      const png = await images.draw(sharing)
      if (!png) return withRetryAfter(context.text('Sedang sibuk. Coba lagi sebentar lagi.', 503))
      // The URL contains the time of the last change, so a new title has a new URL.
      return context.body(png as Uint8Array<ArrayBuffer>, 200, {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=604800',
      })
    })
}
