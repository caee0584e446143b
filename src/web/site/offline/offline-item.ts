import * as sourceFiles from '#web/source-files.ts'
import type { Ebook, Tip } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import type { SavedItem } from './saved-store.ts'

/** Something that can be saved offline, and the page that shows it. */
export type OfflineItem = Pick<SavedItem, 'kind' | 'id' | 'title' | 'path'>

export const offlineEbook = ({ _id, title }: Pick<Ebook, '_id' | 'title'>): OfflineItem => ({
  kind: 'ebook',
  id: _id,
  title,
  path: paths.ebook({ ebookId: _id }),
})

/** A course with its articles, tasks, captions and files; videos of this site where the student wants them, those at YouTube never. */
export const offlineCourse = ({ _id, title }: { _id: string; title: string }): OfflineItem => ({
  kind: 'course',
  id: _id,
  title,
  path: paths.player({ courseId: _id }),
})

export const offlineTip = ({ _id, slug, title }: Pick<Tip, '_id' | 'slug' | 'title'>): OfflineItem => ({
  kind: 'tip',
  id: _id,
  title,
  path: paths.tip({ slug }),
})

type OfflineKind = {
  /** API path that returns the whole content. */
  source: (item: OfflineItem) => string
  /** True when the response depends on the user. The page of a tip holds its whole content and is the same for everyone. */
  isPersonal: boolean
  /** Source files of the page and its lazily loaded parts, as the Vite manifest names them; for courses and the schedule see course-code.ts, too. */
  code: readonly (typeof sourceFiles)[keyof typeof sourceFiles][]
}

export const offlineKinds: Record<SavedItem['kind'], OfflineKind> = {
  ebook: {
    source: ({ id }) => `/api/ebook/${id}`,
    isPersonal: true,
    code: [sourceFiles.reader, sourceFiles.readerPanels],
  },
  course: { source: ({ id }) => `/api/courses/${id}`, isPersonal: true, code: [sourceFiles.player] },
  schedule: { source: () => '/api/me/schedule', isPersonal: true, code: [] },
  tip: { source: ({ path }) => `/api${path}`, isPersonal: false, code: [sourceFiles.tip] },
}
