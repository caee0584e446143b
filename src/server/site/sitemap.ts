import { escapeHtml } from '#contract/kit/text/html-text.ts'
import type { SiteSection } from './site-sections.ts'

/** A sitemap may contain 50,000 URLs; a longer section continues in another file. */
const pagesInFile = 45_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

type Entry = { path: string; changedAt: Date | null }
type Options = { sections: readonly SiteSection[]; publicUrl: string }

/** The list of all sitemaps. An empty section has none. */
export async function writeSitemapIndex({ sections, publicUrl }: Options): Promise<string> {
  const files: Entry[] = []
  for (const { name, listPages } of sections) {
    const pages = await listPages()
    for (let from = 0; from < pages.length; from += pagesInFile) {
      files.push({
        path: `/sitemap-${name}${from > 0 ? `-${from / pagesInFile + 1}` : ''}.xml`,
        changedAt: latest(pages.slice(from, from + pagesInFile)),
      })
    }
  }
  return `${head}<sitemapindex ${namespace}>\n${files.map((file) => `<sitemap>${entry(file, publicUrl)}</sitemap>\n`).join('')}</sitemapindex>\n`
}

/** One file of a section (`kelas`, `kelas-2`); null when there is no such file. */
export async function writeSitemap(file: string, { sections, publicUrl }: Options): Promise<string | null> {
  const [, name, number = '1'] = /^([a-z-]*[a-z])(?:-([1-9]\d{0,3}))?$/.exec(file) ?? []
  const section = sections.find((candidate) => candidate.name === name)
  if (!section) return null
  const from = (Number(number) - 1) * pagesInFile
  const pages = (await section.listPages()).slice(from, from + pagesInFile)
  if (pages.length === 0) return null
  return `${head}<urlset ${namespace}>\n${pages.map((page) => `<url>${entry(page, publicUrl)}</url>\n`).join('')}</urlset>\n`
}

/** Only real dates; search engines ignore priorities and frequencies. */
const entry = ({ path, changedAt }: Entry, publicUrl: string): string =>
  `<loc>${escapeHtml(publicUrl + path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}`

const latest = (pages: readonly Entry[]): Date | null => {
  const dates = pages.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []))
  return dates.length === 0 ? null : new Date(Math.max(...dates))
}

// Personal pages and redirects. Other excluded pages use `noindex`, which a crawler must be allowed to read.
const disallowed = [
  '/admin',
  '/student',
  '/search',
  '/transaction',
  '/auth',
  '/courses/*/start',
  '/success-checkout',
  '/api/',
]

export const writeRobots = (publicUrl: string): string =>
  ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join(
    '\n',
  )
