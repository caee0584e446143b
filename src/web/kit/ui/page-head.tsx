import { createContext, use } from 'react'

/** The origin of the site (`https://cendaki.example`), for absolute URLs. */
export const SiteOriginContext = createContext('')

/** The name of the site, a setting. */
export const SiteNameContext = createContext('Cendaki')
export const useSiteName = (): string => use(SiteNameContext)

/** Search results show about 60 characters. */
const longTitle = 50

/** The default sharing image. */
const siteImage = (siteName: string) => ({
  path: '/sharing/halaman/cendaki.png',
  alt: `${siteName}: Naik kelas, satu langkah tiap hari.`,
})

export type PageHeadProps = {
  /** Without the site name, which is added unless the title already contains it or is too long. */
  title: string
  /** Any length; shortened to what search engines and messengers show. */
  description?: string | undefined
  /** The canonical path of this page, from `paths`. */
  canonicalPath?: string | undefined
  noIndex?: boolean | undefined
  /** The sharing image: a PNG of 1200 × 630. */
  image?: { path: string; alt: string } | undefined
  type?: 'website' | 'article' | 'product' | undefined
}

/** Title, description and sharing data; React moves them into the head of the document. */
export function PageHead({
  title,
  description,
  canonicalPath,
  noIndex = false,
  image,
  type = 'website',
}: PageHeadProps) {
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

/** The title of a page whose data is not loaded yet. */
export const LoadingHead = () => <title>{`Memuat… | ${useSiteName()}`}</title>

/** Shortens to at most 155 characters, at a word boundary. */
function shorten(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  if (plain.length <= 155) return plain
  return `${plain
    .slice(0, 154)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.–-]+$/, '')}…`
}
