import { isUuid } from '#contract/kit/uuid.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Commerce } from '#server/commerce/index.ts'
import type { SharingText } from '#server/platform/covers/index.ts'
import type { Instructors } from '#server/instructors/index.ts'
import type { PathWalk } from '#server/paths/walk/index.ts'
import type { Library } from '#server/library/index.ts'
import type { Privacy } from '#server/privacy/index.ts'
import type { Settings } from './settings/index.ts'

/** A public page for the sitemap. */
type PublicPage = {
  path: string
  /** When its content last changed; null when unknown. */ changedAt: Date | null
}

/** A part of the public site with its own sitemap; the URLs of its sharing images start with its name. */
export type SiteSection = {
  name: string
  listPages(): Promise<PublicPage[]>
  /** The text of a page's sharing image; null when there is no such page. */
  findSharing(key: string): Promise<SharingText | null>
}

/** One spelling only: another one of the same id would be drawn and cached a second time. */
const isCanonicalId = (key: string): boolean => isUuid(key) && key === key.toLowerCase()

/** Every section of the public site, in the order of the sitemap. A module with new public pages adds a section here. */
export const createSiteSections = (deps: Deps): SiteSection[] => [
  fixedPages(deps),
  categoryPages(deps),
  coursePages(deps),
  instructorPages(deps),
  ebookPages(deps),
  bundlePages(deps),
  pathPages(deps),
  tipPages(deps),
]

type Deps = {
  settings: Pick<Settings, 'readSite'>
  catalog: Catalog
  instructors: Instructors
  library: Library
  commerce: Pick<Commerce, 'bundles'>
  pathWalk: PathWalk
  privacy: Privacy
}

function fixedPages({ settings, catalog, library, commerce, pathWalk, privacy }: Deps): SiteSection {
  return {
    name: 'halaman',
    async listPages() {
      const changedAt = latest((await catalog.listPublicCourses()).map((course) => course.changedAt))
      const lists = [paths.home(), paths.catalogue(), paths.sale()].map((path) => ({ path, changedAt }))
      const tipsChangedAt = latest((await library.listPublicTips()).map((tip) => tip.changedAt))
      const ebooksChangedAt = latest((await library.listPublicEbooks()).map((ebook) => ebook.changedAt))
      const bundles = await commerce.bundles.listPublic()
      const bundlesChangedAt = latest(bundles.map((bundle) => bundle.changedAt))
      const learningPaths = await pathWalk.listPublic()
      const { instructorApplications } = await settings.readSite()
      const legal = (await privacy.legal.listChanges()).map(({ page, changedAt }) => ({
        path: paths[page](),
        changedAt,
      }))
      return [
        ...lists,
        { path: paths.ebooks(), changedAt: ebooksChangedAt },
        ...(bundles.length > 0 ? [{ path: paths.bundles(), changedAt: bundlesChangedAt }] : []),
        ...(learningPaths.length > 0
          ? [{ path: paths.learningPaths(), changedAt: latest(learningPaths.map((path) => path.changedAt)) }]
          : []),
        { path: paths.tips(), changedAt: tipsChangedAt },
        ...(instructorApplications ? [{ path: paths.becomeInstructor(), changedAt: null }] : []),
        ...legal,
      ]
    },
    findSharing: async (key) =>
      key === 'cendaki'
        ? {
            title: (await settings.readSite()).hero.title,
            label: 'Kelas online berbahasa Indonesia',
            category: null,
            seed: key,
          }
        : null,
  }
}

/** Only categories with at least one course. */
function categoryPages({ catalog }: Deps): SiteSection {
  return {
    name: 'kategori',
    async listPages() {
      const bySlug = Map.groupBy(await catalog.listPublicCourses(), ({ categorySlug }) => categorySlug)
      return [...bySlug].map(([slug, courses]) => ({
        path: paths.keyword({ keyword: slug }),
        changedAt: latest(courses.map(({ changedAt }) => changedAt)),
      }))
    },
    async findSharing(key) {
      const category = await catalog.findCategoryBySlug(key)
      return (
        category && { title: `Kelas ${category.name}`, label: category.name, category: category.slug, seed: 'menu' }
      )
    },
  }
}

function coursePages({ catalog }: Deps): SiteSection {
  return {
    name: 'kelas',
    listPages: async () =>
      (await catalog.listPublicCourses()).map(({ courseId, changedAt }) => ({
        path: paths.courseDetail({ courseId }),
        changedAt,
      })),
    async findSharing(key) {
      const course = isCanonicalId(key) ? await catalog.findCourse(key) : null
      if (course?.status !== 'published') return null
      return {
        title: course.title,
        label: course.category?.name ?? 'Kelas',
        category: course.category?.slug ?? 'kelas',
        seed: course.id,
      }
    },
  }
}

function instructorPages({ instructors }: Deps): SiteSection {
  return {
    name: 'pengajar',
    listPages: async () =>
      (await instructors.listInstructorPages()).map(({ slug, changedAt }) => ({
        path: paths.instructor({ slug }),
        changedAt,
      })),
    async findSharing(key) {
      const page = await instructors.showInstructor(key)
      // One spelling only, and no former address.
      if (page?.slug !== key) return null
      return { title: page.name, label: page.headline || 'Instruktur', category: null, seed: page.slug }
    },
  }
}

function ebookPages({ library }: Deps): SiteSection {
  return {
    name: 'e-book',
    listPages: async () =>
      (await library.listPublicEbooks()).map(({ ebookId, changedAt }) => ({
        path: paths.ebook({ ebookId }),
        changedAt,
      })),
    async findSharing(key) {
      const ebook = isCanonicalId(key) ? await library.findSellableEbook(key) : null
      return ebook && { title: ebook.title, label: 'E-Book', category: 'e-book', seed: ebook.id }
    },
  }
}

function bundlePages({ commerce }: Deps): SiteSection {
  return {
    name: 'paket',
    listPages: async () =>
      (await commerce.bundles.listPublic()).map(({ slug, changedAt }) => ({ path: paths.bundle({ slug }), changedAt })),
    async findSharing(key) {
      const bundle = await commerce.bundles.show(key, null)
      // One spelling only: the page links to the image by the slug.
      if (bundle?.slug !== key) return null
      return { title: bundle.title, label: `Paket berisi ${bundle.items.length}`, category: null, seed: bundle._id }
    },
  }
}

function pathPages({ pathWalk }: Deps): SiteSection {
  return {
    name: 'jalur',
    listPages: async () =>
      (await pathWalk.listPublic()).map(({ slug, changedAt }) => ({ path: paths.learningPath({ slug }), changedAt })),
    async findSharing(key) {
      const path = await pathWalk.show(key, null)
      // One spelling only: the page links to the image by the slug.
      if (path?.slug !== key) return null
      return { title: path.title, label: `Jalur ${path.steps.length} kelas`, category: null, seed: path._id }
    },
  }
}

function tipPages({ library }: Deps): SiteSection {
  return {
    name: 'tips',
    listPages: async () =>
      (await library.listPublicTips()).map(({ slug, changedAt }) => ({ path: paths.tip({ slug }), changedAt })),
    async findSharing(key) {
      const tip = await library.showTip(key)
      return tip && { title: tip.title, label: 'Tips', category: 'tips', seed: tip._id }
    },
  }
}

const latest = (dates: readonly Date[]): Date | null =>
  dates.length === 0 ? null : new Date(Math.max(...dates.map(Number)))
