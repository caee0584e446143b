import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { categoryGroupLabels } from '#contract/catalog/course-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import type { ListMyNotesInput } from '#contract/learning/notes.ts'
import type { Home } from '#contract/site/home.ts'
import type { MeantPage, SearchResults, Site, Suggestion } from '#contract/site/site.ts'
import type { Authoring } from '#server/catalog/authoring/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { SharingInput } from '#server/platform/covers/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { GoogleSettings, Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Instructors } from '#server/instructors/index.ts'
import type { PathWalk } from '#server/paths/walk/index.ts'
import type { Library } from '#server/library/index.ts'
import type { MailTransport } from '#server/platform/mail/index.ts'
import type { Privacy } from '#server/privacy/index.ts'
import { currentBanner, type Settings } from './settings/index.ts'
import { logoOf } from './tech-logos.ts'
import { listMyNotes } from './list-my-notes.ts'
import { showOverview } from './overview.ts'
import { readMeantPages, suggestPages } from './pages-meant.ts'
import { createSiteSections } from './site-sections.ts'
import { writeRobots, writeSitemap, writeSitemapIndex } from './sitemap.ts'

/** Proxies poll this every few seconds. */
const readyMs = 1500

export type SiteModule = ReturnType<typeof siteModule>

type Deps = {
  database: Database
  settings: Settings
  catalog: Catalog
  library: Library
  learning: Learning
  identity: Identity
  instructors: Instructors
  authoring: Authoring
  commerce: Commerce
  pathWalk: PathWalk
  privacy: Privacy
  clock: Clock
  publicUrl: string
  google: GoogleSettings | null
  oidc: { label: string } | null
  mailTransport: Pick<MailTransport, 'isExternal'>
  hasDemo: () => Promise<boolean>
}

const coursesFound = 24
const othersFound = 12
const instructorsFound = 6
const suggestionsShown = 8
const instructorsSuggested = 2
const pathsSuggested = 2

const withAnnouncedCode = (site: Awaited<ReturnType<Settings['readSite']>>, now: Date) => ({
  ...site,
  announcedCode: currentBanner(site.announcement, now)?.promoCode ?? null,
})

export function siteModule(deps: Deps) {
  const { database, settings, catalog, instructors, library, commerce, pathWalk, privacy, clock, publicUrl } = deps
  const { google } = deps
  const sections = createSiteSections({ settings, catalog, instructors, library, commerce, pathWalk, privacy })
  // A script of this site has a relative URL, so that it works with every host name of the site.
  const withoutOwnOrigin = (url: string) => (url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url)
  let isStopping = false
  const findBundles = async (words: string): Promise<MeantPage[]> =>
    (await commerce.bundles.search(words)).map(({ slug, title }) => ({
      title: `Paket ${title}`,
      path: paths.bundle({ slug }),
    }))
  return {
    async describe(): Promise<Site> {
      const site = await settings.readSite()
      const { scriptUrl, clientKey, mode } = commerce.browser
      return {
        name: site.name,
        claim: site.claim,
        slogan: site.hero.title,
        categoryGroups: isDeepStrictEqual(site.categoryGroups, categoryGroupLabels) ? null : site.categoryGroups,
        contact: { email: site.contactEmail, phone: site.contactPhone },
        announcement: currentBanner(site.announcement, clock.now()),
        instructorApplications: site.instructorApplications,
        payment: { scriptUrl: withoutOwnOrigin(scriptUrl), clientKey, mode, methods: await commerce.listMethods() },
        oidc: deps.oidc && { label: deps.oidc.label },
        google: { clientId: google?.clientId ?? null, scriptUrl: google ? withoutOwnOrigin(google.scriptUrl) : null },
      }
    },

    async showHome(): Promise<Home> {
      const { hero, ticker, benefits, faq } = await settings.readSite()
      return {
        hero,
        ticker: [...new Set(ticker)].map((name) => ({ name, logo: logoOf(name) })),
        benefits,
        faq: faq.map(({ _id, question, answer }) => ({ _id, question, answer })),
      }
    },

    /** With a note where the courses are only near what was typed. */
    async search(q: string): Promise<{ results: SearchResults; note: string | null }> {
      if (!q)
        return { results: { pages: [], paths: [], instructors: [], courses: [], ebooks: [], tips: [] }, note: null }
      const { pages, asksFor, rest } = readMeantPages(q, withAnnouncedCode(await settings.readSite(), clock.now()))
      // "ebook git" searches git; "ebook" alone lists all e-books. What names no page is searched with its signs: "c++", "Jum’at".
      const text = pages.length > 0 && rest ? rest : q
      const all = (kind: 'ebooks' | 'tips') => asksFor.has(kind) && !rest
      const [courses, learningPaths, people, ebooks, tips, bundles] = await Promise.all([
        catalog.listCourses({ q: text, page: 1, limit: coursesFound }),
        pathWalk.search(text, othersFound),
        instructors.findInstructorsByName(text, instructorsFound),
        library.listEbooks({ q: all('ebooks') ? undefined : text, page: 1, limit: othersFound }),
        library.listTips({ q: all('tips') ? undefined : text, page: 1, limit: othersFound }),
        findBundles(text),
      ])
      return {
        results: {
          pages: [...pages, ...bundles],
          paths: learningPaths.map(({ id, ...path }) => ({ _id: id, ...path })),
          instructors: people,
          courses: courses.cards,
          ebooks: ebooks.cards,
          tips: tips.cards,
        },
        note: courses.note,
      }
    },

    async suggest(q: string): Promise<Suggestion[]> {
      if (!q) return []
      const [site, bundles, learningPaths, people, found] = await Promise.all([
        settings.readSite(),
        findBundles(q),
        pathWalk.search(q, pathsSuggested),
        instructors.findInstructorsByName(q, instructorsSuggested),
        catalog.suggest(q),
      ])
      const asPage = (page: MeantPage) => ({ kind: 'page' as const, ...page })
      const first = [
        ...suggestPages(q, withAnnouncedCode(site, clock.now())),
        ...bundles,
        ...people.map(({ slug, name }) => ({ title: name, path: paths.instructor({ slug }) })),
      ]
      const last = learningPaths.map(({ title, slug }) => ({
        title: `Jalur ${title}`,
        path: paths.learningPath({ slug }),
      }))
      return [...[...first.map(asPage), ...found].slice(0, suggestionsShown - last.length), ...last.map(asPage)]
    },

    listMyNotes: (userId: string, input: ListMyNotesInput) => listMyNotes(deps, userId, input),

    showOverview: (staff: Viewer, dayCount: number) => showOverview(deps, staff, dayCount),

    sitemapIndex: () => writeSitemapIndex({ sections, publicUrl }),
    /** Null when there is no such file. */
    sitemap: (file: string) => writeSitemap(file, { sections, publicUrl }),
    robots: () => writeRobots(publicUrl),
    async readBrand() {
      const { name, accent } = await settings.readSite()
      return { name, accent }
    },
    readLogoPng: settings.readLogoPng,

    /** The text of a public page's sharing image; null when there is no such page. */
    async findSharing(section: string, key: string): Promise<SharingInput | null> {
      const sharing = (await sections.find(({ name }) => name === section)?.findSharing(key)) ?? null
      if (!sharing) return null
      const logo = await settings.readLogoPng(128)
      return {
        ...sharing,
        siteName: (await settings.readSite()).name,
        logoPng: logo && Buffer.from(logo).toString('base64'),
      }
    },

    /** From now on the process reports that it is neither serving nor ready, so that a proxy sends no more requests. */
    announceStop: () => void (isStopping = true),

    /** False when the process is about to stop. A process without its database still serves cached pages, and tells what it cannot do. */
    isServing: (): boolean => !isStopping,

    /** Rejects when the embedded database has failed. One that is busy, such as with a backup, has not. */
    async checkEngine(): Promise<void> {
      if (database.kind !== 'embedded') return
      await Promise.race([database.query.execute(sql`select 1`), pause(readyMs, undefined, { ref: false })])
    },

    /** Rejects when the database is unavailable or does not respond in time, and when the process is about to stop. */
    async checkReady(): Promise<void> {
      if (isStopping) throw new Error('The process is stopping')
      const late = pause(readyMs, undefined, { ref: false }).then(() =>
        Promise.reject(new Error('The database does not respond')),
      )
      await Promise.race([database.query.execute(sql`select 1`), late])
    },
  }
}
