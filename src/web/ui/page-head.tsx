import { createContext, use } from 'react'

/** The site's own origin (`https://cendaki.example`), given once at the top; absolute addresses are made from it. */
export const SiteOriginContext = createContext('')

/** What the site is called: a setting, given once at the top. */
export const SiteNameContext = createContext('Cendaki')
export const useSiteName = (): string => use(SiteNameContext)

/** Search results show about 60 letters. */
const longTitle = 50

/** The picture of every page that has none of its own. */
const siteImage = (siteName: string) => ({ path: '/sharing/halaman/cendaki.png', alt: `${siteName}: Naik kelas, satu langkah tiap hari.` })

export type PageHeadProps = {
  /** Without the site's name: it is added here, unless the title already carries it or leaves no room for it. */
  title: string
  /** Any length; search engines and messengers get what they can show. */
  description?: string | undefined
  /** The one address of this page, from `paths`. */
  canonicalPath?: string | undefined
  noIndex?: boolean | undefined
  /** What messengers show of a link to this page: a PNG of 1200 × 630. */
  image?: { path: string; alt: string } | undefined
  /** A thing that is sold, or anything else. */
  type?: 'website' | 'article' | 'product' | undefined
}

/** Title, description and sharing data; React puts them into the document's head. */
export function PageHead({ title, description, canonicalPath, noIndex = false, image, type = 'website' }: PageHeadProps) {
  const origin = use(SiteOriginContext)
  const siteName = useSiteName()
  const { path, alt } = image ?? siteImage(siteName)
  const fullTitle = title.includes(siteName) || title.length > longTitle ? title : `${title} | ${siteName}`
  const shortDescription = description && shorten(description)
  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:site_name" content={siteName} />
      <meta property="og:locale" content="id_ID" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={fullTitle} />
      {shortDescription && <meta name="description" content={shortDescription} />}
      {shortDescription && <meta property="og:description" content={shortDescription} />}
      {canonicalPath !== undefined && <link rel="canonical" href={origin + canonicalPath} />}
      {canonicalPath !== undefined && <meta property="og:url" content={origin + canonicalPath} />}
      <meta property="og:image" content={origin + path} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="robots" content={noIndex ? 'noindex,follow' : 'max-image-preview:large'} />
    </>
  )
}

/** What a search result shows: whole words of at most 155 letters. */
function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= 155) return plain
  return `${plain
    .slice(0, 154)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.–-]+$/, '')}…`
}
