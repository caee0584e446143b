import { Hono, type Context } from 'hono'
import { createSharingImages } from '#server/covers/index.ts'
import { toResponse, type Memory } from '#server/pages/index.ts'
import type { SiteModule } from './site.ts'
import { webManifest } from './web-manifest.ts'

type Deps = { site: SiteModule; memory: Memory; /** Those that every answer carries. */ headers: Record<string, string> }

const sharingLimits = { maximumBytes: 24 * 1024 * 1024, maximumWaiting: 12 }

/** What the site tells machines: robots.txt, the sitemaps, the manifest of the app that can be installed, and the images of its pages where they are shared. */
export function createSiteFiles({ site, memory, headers }: Deps) {
  const images = createSharingImages(sharingLimits)

  /** Kept like a page, until something it shows changes. */
  async function answerKept(context: Context, type: string, write: () => Promise<string | null>) {
    const { pathname } = new URL(context.req.url)
    const kept = await memory.answer(`file ${pathname}`, async () => {
      const text = await write()
      return {
        status: text === null ? 404 : 200,
        headers: { ...headers, 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=0, must-revalidate' },
        body: new TextEncoder().encode(text ?? ''),
      }
    })
    return toResponse(kept, context.req.raw)
  }

  const answerXml = (context: Context, write: () => Promise<string | null>) => answerKept(context, 'application/xml', write)

  return new Hono()
    .get('/robots.txt', (context) => context.text(site.robots(), 200, { 'cache-control': 'public, max-age=3600' }))
    .get('/manifest.webmanifest', (context) => answerKept(context, 'application/manifest+json', async () => JSON.stringify(webManifest(await site.readName()))))
    .get('/sitemap.xml', (context) => answerXml(context, site.sitemapIndex))
    .get('/:file{sitemap-[a-z0-9-]{1,40}\\.xml}', (context) =>
      answerXml(context, () => site.sitemap(context.req.param('file').replace(/^sitemap-|\.xml$/g, ''))),
    )
    .get('/sharing/:section/:file{[^/]{1,100}\\.png}', async (context) => {
      const words = await site.findSharing(context.req.param('section'), context.req.param('file').slice(0, -4))
      if (!words) return context.text('Gambar tidak ditemukan.', 404)
      const png = await images.draw(words)
      if (!png) return context.text('Sedang sibuk. Coba lagi sebentar lagi.', 503, { 'retry-after': '5' })
      // The address carries the time of the last change, so a new title has a new address.
      return context.body(png as Uint8Array<ArrayBuffer>, 200, { 'content-type': 'image/png', 'cache-control': 'public, max-age=604800' })
    })
}
