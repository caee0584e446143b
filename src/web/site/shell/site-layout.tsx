import type { ReactNode } from 'react'
import type { Category } from '#contract/catalog/catalog.ts'
import type { Site } from '#contract/site/site.ts'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SkipLink } from './skip-link.tsx'

type Props = {
  site: Site
  categories: Category[]
  /** The account part of the header. */ account: ReactNode
  children: ReactNode
}

/** The public layout: announcement, header, the page, footer. */
export function SiteLayout({ site, categories, account, children }: Props) {
  const menu = categories.filter(({ isInMenu }) => isInMenu !== false)
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      {site.announcement && <Banner announcement={site.announcement} />}
      <Header categories={menu} claim={site.claim} account={account} />
      <main id="konten" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer site={site} categories={menu} />
    </div>
  )
}
