import { createContext, use } from 'react'

/** The site's own origin (`https://cendaki.example`), given once at the top; absolute addresses are made from it. */
export const SiteOriginContext = createContext('')

const siteName = 'Cendaki'

export type PageHeadProps = {
  /** Without the site's name: it is added here, unless the title already carries it. */
  title: string
  description?: string | undefined
  /** The one address of this page, from `paths`. */
  canonicalPath?: string | undefined
  noIndex?: boolean | undefined
  /** A path or an absolute address. */
  ogImage?: string | undefined
}

/** Title, description and sharing data; React puts them into the document's head. */
export function PageHead({ title, description, canonicalPath, noIndex = false, ogImage }: PageHeadProps) {
  const origin = use(SiteOriginContext)
  const fullTitle = title.includes(siteName) ? title : `${title} | ${siteName}`
  const canonical = canonicalPath === undefined ? null : `${origin}${canonicalPath}`
  const image = ogImage && (/^https?:/.test(ogImage) ? ogImage : `${origin}${ogImage}`)
  return (
    <>
      <title>{fullTitle}</title>
      <meta property="og:title" content={fullTitle} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={image} />}
      {image && <meta name="twitter:card" content="summary_large_image" />}
      <meta name="robots" content={noIndex ? 'noindex,follow' : 'max-image-preview:large'} />
    </>
  )
}
