import { paths } from '#contract/paths.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { SharingWords } from '#server/covers/index.ts'
import type { Library } from '#server/library/index.ts'

/** A page for everyone, as search engines are told of it. */
export type PublicPage = { path: string; /** When what it says last changed; null where nobody keeps that. */ changedAt: Date | null }

/** A part of the public site: its pages have a sitemap of their own, and their sharing images an address below its name. */
export type Section = {
  name: string
  listPages(): Promise<PublicPage[]>
  /** What the sharing image of one of its pages says; null when there is no such page. */
  findSharing(key: string): Promise<SharingWords | null>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Every section of the public site, in the order of the sitemap. Whoever brings public pages of its own adds a row here. */
export const createSections = (deps: Deps): Section[] => [fixedPages(deps), categoryPages(deps), coursePages(deps), ebookPages(deps), tipPages(deps)]

type Deps = { catalog: Catalog; library: Library }

function fixedPages({ catalog, library }: Deps): Section {
  return {
    name: 'halaman',
    async listPages() {
      const changedAt = latest((await catalog.listPublicCourses()).map((course) => course.changedAt))
      const lists = [paths.home(), paths.catalogue(), paths.sale()].map((path) => ({ path, changedAt }))
      const tipsChangedAt = latest((await library.listPublicTips()).map((tip) => tip.changedAt))
      const ebooksChangedAt = latest((await library.listPublicEbooks()).map((ebook) => ebook.changedAt))
      return [...lists, { path: paths.ebooks(), changedAt: ebooksChangedAt }, { path: paths.tips(), changedAt: tipsChangedAt }]
    },
    findSharing: async (key) =>
      key === 'cendaki' ? { title: 'Naik kelas, satu langkah tiap hari.', label: 'Kelas online berbahasa Indonesia', category: null, seed: key } : null,
  }
}

/** Categories with at least one course: an empty one has nothing to find. */
function categoryPages({ catalog }: Deps): Section {
  return {
    name: 'kategori',
    async listPages() {
      const bySlug = Map.groupBy(await catalog.listPublicCourses(), ({ categorySlug }) => categorySlug)
      return [...bySlug].map(([slug, courses]) => ({ path: paths.keyword({ keyword: slug }), changedAt: latest(courses.map(({ changedAt }) => changedAt)) }))
    },
    async findSharing(key) {
      const category = await catalog.findCategoryBySlug(key)
      return category && { title: `Kelas ${category.name}`, label: category.name, category: category.slug, seed: 'menu' }
    },
  }
}

function coursePages({ catalog }: Deps): Section {
  return {
    name: 'kelas',
    listPages: async () => (await catalog.listPublicCourses()).map(({ courseId, changedAt }) => ({ path: paths.courseDetail({ courseId }), changedAt })),
    async findSharing(key) {
      const course = uuid.test(key) ? await catalog.findCourse(key) : null
      if (course?.status !== 'published') return null
      return { title: course.title, label: course.category?.name ?? 'Kelas', category: course.category?.slug ?? 'kelas', seed: course.id }
    },
  }
}

function ebookPages({ library }: Deps): Section {
  return {
    name: 'e-book',
    listPages: async () => (await library.listPublicEbooks()).map(({ ebookId, changedAt }) => ({ path: paths.ebook({ ebookId }), changedAt })),
    async findSharing(key) {
      const ebook = uuid.test(key) ? await library.findSellableEbook(key) : null
      return ebook && { title: ebook.title, label: 'E-Book', category: 'e-book', seed: ebook.id }
    },
  }
}

function tipPages({ library }: Deps): Section {
  return {
    name: 'tips',
    listPages: async () => (await library.listPublicTips()).map(({ slug, changedAt }) => ({ path: paths.tip({ slug }), changedAt })),
    async findSharing(key) {
      const tip = await library.showTip(key)
      return tip && { title: tip.title, label: 'Tips', category: 'tips', seed: tip._id }
    },
  }
}

const latest = (dates: readonly Date[]): Date | null => (dates.length === 0 ? null : new Date(Math.max(...dates.map(Number))))
