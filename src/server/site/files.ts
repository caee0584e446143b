import { Hono, type Context } from 'hono'
import { createSharingImages } from '#server/covers/index.ts'
import { toResponse, type PageCache } from '#server/pages/index.ts'
import type { SiteModule } from './site.ts'
import { webManifest } from './web-manifest.ts'

type Deps = { site: SiteModule; pageCache: PageCache; /** The headers of every response. */ headers: Record<string, string> }

const sharingLimits = { maximumBytes: 24 * 1024 * 1024, maximumWaiting: 12 }

/** The site's files for machines: robots.txt, sitemaps, the web app manifest, and the sharing images of pages. */
export function siteFilesModule({ site, pageCache, headers }: Deps) {
  const images = createSharingImages(sharingLimits)

  /** Cached like a page, until its content changes. */
  async function respondCached(context: Context, type: string, write: () => Promise<string | null>) {
    const { pathname } = new URL(context.req.url)
    const cached = await pageCache.getOrMake({ name: `file ${pathname}`, isFreeText: false }, async () => {
      const text = await write()
      return {
        status: text === null ? 404 : 200,
        headers: { ...headers, 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=0, must-revalidate' },
        body: new TextEncoder().encode(text ?? ''),
      }
    })
    return toResponse(cached, context.req.raw)
  }

  const respondXml = (context: Context, write: () => Promise<string | null>) => respondCached(context, 'application/xml', write)

  return new Hono()
    .get('/robots.txt', (context) => context.text(site.robots(), 200, { 'cache-control': 'public, max-age=3600' }))
    .get('/manifest.webmanifest', (context) =>
      respondCached(context, 'application/manifest+json', async () => JSON.stringify(webManifest(await site.readName()))),
    )
    .get('/sitemap.xml', (context) => respondXml(context, site.sitemapIndex))
    .get('/:file{sitemap-[a-z0-9-]{1,40}\\.xml}', (context) =>
      respondXml(context, () => site.sitemap(context.req.param('file').replace(/^sitemap-|\.xml$/g, ''))),
    )
    .get('/sharing/:section/:file{[^/]{1,100}\\.png}', async (context) => {
      const sharing = await site.findSharing(context.req.param('section'), context.req.param('file').slice(0, -4))
      if (!sharing) return context.text('Gambar tidak ditemukan.', 404)
      const png = await images.draw(sharing)
      if (!png) return context.text('Sedang sibuk. Coba lagi sebentar lagi.', 503, { 'retry-after': '5' })
      // The URL contains the time of the last change, so a new title has a new URL.
      return context.body(png as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' })
    })
}
