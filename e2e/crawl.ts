import type { APIRequestContext } from '@playwright/test'

export type Crawled = {
  url: string
  html: string
  title: string
  description: string
  canonical: string[]
  robots: string
  headings: string[]
  properties: Map<string, string>
  /** All objects in the page's JSON-LD blocks; an invalid block throws. */
  nodes: JsonLdNode[]
  /** The visible breadcrumbs. */
  crumbs: string[]
  /** Linked paths of this site, without fragments. */
  links: string[]
  /** The visible text. */
  text: string
}
// Objects of schema.org have arbitrary properties.
// oxlint-disable-next-line no-explicit-any
export type JsonLdNode = Record<string, any>

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  nbsp: '\u00a0',
}
export const decode = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)

const attribute = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : decode(value)
}
const tags = (html: string, name: string): string[] => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const withoutMarkup = (html: string): string =>
  decode(
    html
      .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ' ')
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]+>/g, ' '),
  ).replaceAll(/[\s\u00a0]+/g, ' ')

/** Parses the HTML of a page without running scripts. */
export async function crawl(request: APIRequestContext, url: string): Promise<Crawled> {
  const response = await request.get(url, { maxRedirects: 0 })
  if (response.status() !== 200)
    throw new Error(`${url} returned ${response.status()} ${response.headers()['location'] ?? ''}`)
  return read(url, await response.text())
}

export function read(url: string, html: string): Crawled {
  const metas = tags(html, 'meta').map(
    (tag) => [attribute(tag, 'name') ?? attribute(tag, 'property') ?? '', attribute(tag, 'content') ?? ''] as const,
  )
  const properties = new Map(metas)
  const hrefs = tags(html, 'a').map((tag) => attribute(tag, 'href') ?? '')
  return {
    url,
    html,
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: properties.get('description') ?? '',
    canonical: tags(html, 'link')
      .filter((tag) => attribute(tag, 'rel') === 'canonical')
      .map((tag) => attribute(tag, 'href') ?? ''),
    robots: properties.get('robots') ?? '',
    headings: [...html.matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/g)].map(([, inner = '']) => withoutMarkup(inner).trim()),
    properties,
    nodes: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].flatMap(
      ([, json = '']) => {
        const block = JSON.parse(json) as { '@context': string; '@graph': JsonLdNode[] }
        return block['@context'] === 'https://schema.org' ? block['@graph'] : []
      },
    ),
    crumbs: [
      ...(/<nav aria-label="Jejak halaman"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(/<li\b[\s\S]*?<\/li>/g),
    ].map(([item]) => withoutMarkup(item).trim()),
    links: [
      ...new Set(
        hrefs
          .filter((href) => href.startsWith('/') && !href.startsWith('//'))
          .map((href) => href.replace(/#.*/, '') || '/'),
      ),
    ],
    text: withoutMarkup(html),
  }
}

/** Returns the URLs in a sitemap or sitemap index. */
export async function readSitemap(
  request: APIRequestContext,
  path: string,
): Promise<{ url: string; changedAt: string | null }[]> {
  const response = await request.get(path)
  if (response.status() !== 200) throw new Error(`${path} returned ${response.status()}`)
  const xml = await response.text()
  return [...xml.matchAll(/<(url|sitemap)>([\s\S]*?)<\/\1>/g)].map(([, , entry = '']) => ({
    url: decode(/<loc>([^<]*)<\/loc>/.exec(entry)?.[1] ?? ''),
    changedAt: /<lastmod>([^<]*)<\/lastmod>/.exec(entry)?.[1] ?? null,
  }))
}
