import ArrowRight from 'lucide-react/icons/arrow-right'
import { Link, useLoaderData, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { homeContract } from '#contract/site/home.ts'
import { paths } from '#contract/kit/paths.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { ownedInsteadOfPrice, OwnedFailure, useEnrolledCourses } from '#web/catalog/lists/enrolled-courses.tsx'
import { load, type Api, type PageKind } from '#web/identity/index.ts'
import { describeCourseList } from '#web/catalog/structured-data.ts'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'
import { StructuredData, type JsonLdNode } from '#web/kit/ui/structured-data.tsx'
import type { SiteData } from './site-root.tsx'
import { ContinueSlot } from './continue-slot.tsx'
import { describeFaq, Faq } from './home/faq.tsx'
import { Hero } from './home/hero.tsx'
import { Privileges } from './home/privileges.tsx'
import { TechMarquee } from './home/tech-marquee.tsx'
import { Topics } from './topics.tsx'

registerContract({ home: homeContract })

// The best rated courses: one row on a wide screen.
const featuredShown = 4
/** Read more than shown, because courses without lessons are left out. */
const featuredRead = 12

const homePage: PageKind<null> = {
  guard: () => null,
  // 503 when the database is unavailable, so that search engines retry instead of removing the page.
  errorPage: ({ status }) => ({ status: status === 503 ? 503 : 500, message: 'Failed to load courses' }),
}

export const createHomeLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, homePage, async () => {
      const [{ data }, { data: texts }] = await Promise.all([
        api.anonymous.catalog.listCourses({ sort: 'rating', limit: featuredRead }),
        api.anonymous.home.showHome(),
      ])
      return { texts, featured: data.filter(({ lessonCount }) => lessonCount > 0).slice(0, featuredShown) }
    })

/** The site, its organization and contact as structured data. */
function describeSite(origin: string, site: SiteData['site'] | undefined): JsonLdNode[] {
  if (!import.meta.env.SSR || !site) return []
  const organization = {
    '@type': 'Organization',
    '@id': `${origin}/#organisasi`,
    name: site.name,
    url: origin,
    logo: `${origin}/favicon.svg`,
  }
  const { email, phone } = site.contact
  const contactPoint = {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    ...(email && { email }),
    ...(phone && { telephone: phone }),
  }
  return [
    email || phone ? { ...organization, contactPoint } : organization,
    {
      '@type': 'WebSite',
      '@id': `${origin}/#situs`,
      name: site.name,
      url: origin,
      inLanguage: 'id',
      publisher: { '@id': organization['@id'] },
    },
  ]
}

export function HomePage() {
  const { texts, featured } = useLoaderData<ReturnType<typeof createHomeLoader>>()
  const enrolled = useEnrolledCourses()
  const siteData = useRouteLoaderData('site') as SiteData | undefined
  const categories = siteData?.categories ?? []
  const siteName = useSiteName()
  return (
    <>
      <PageHead
        title={`${siteName}: ${texts.hero.title.replace(/\.$/, '')}`}
        description={`${texts.hero.text} Bayar sekali, akses selamanya.`}
        canonicalPath={paths.home()}
      />
      <StructuredData
        nodes={(origin) => [
          ...describeSite(origin, siteData?.site),
          ...describeCourseList(origin, featured),
          ...describeFaq(texts.faq),
        ]}
      />
      <ContinueSlot enrolled={enrolled} />
      <Hero
        hero={texts.hero}
        claim={siteData?.site.claim ?? ''}
        courseCount={categories.reduce((sum, { courseCount }) => sum + courseCount, 0)}
      />
      <TechMarquee ticker={texts.ticker} />
      {featured.length > 0 && (
        <section aria-labelledby="pilihan-judul" className="wrap section">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-8">
            <div>
              <h2 id="pilihan-judul" className="text-h2">
                Kelas pilihan
              </h2>
              <p className="mt-2 text-ink-2">Paling disukai menurut ulasan siswa.</p>
            </div>
            <Link
              to={paths.catalogue({ sort: 'rating' })}
              className="flex min-h-11 items-center gap-1.5 rounded-chip font-bold text-nila underline-offset-4 hover:underline"
            >
              Jelajahi katalog
              <ArrowRight className="size-4.5" />
            </Link>
          </div>
          <OwnedFailure enrolled={enrolled} />
          <ul className="cards [--cards:2] xl:[--cards:4]">
            {featured.map((course) => (
              <li key={course._id}>
                <CourseCard course={course} price={ownedInsteadOfPrice(enrolled, course._id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Topics categories={categories} />
      <Privileges benefits={texts.benefits} />
      <Faq questions={texts.faq} contact={siteData?.site.contact} />
    </>
  )
}
