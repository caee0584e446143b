import type { Ebook, Tip } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import type { Saved } from './saved-store.ts'

/** What can be kept: what it is, and the page that shows it. */
export type Keepable = Pick<Saved, 'kind' | 'id' | 'title' | 'path'>

export const keepableEbook = ({ _id, title }: Pick<Ebook, '_id' | 'title'>): Keepable => ({
  kind: 'ebook',
  id: _id,
  title,
  path: paths.ebook({ ebookId: _id }),
})

/** The articles of a course; its videos stay where they are. */
export const keepableCourse = ({ _id, title }: { _id: string; title: string }): Keepable => ({
  kind: 'course',
  id: _id,
  title,
  path: paths.player({ courseId: _id }),
})

export const keepableTip = ({ _id, slug, title }: Pick<Tip, '_id' | 'slug' | 'title'>): Keepable => ({ kind: 'tip', id: _id, title, path: paths.tip({ slug }) })

type Kind = {
  /** The call that answers with all of it. */
  source: (item: Keepable) => string
  /** The answer is its reader's own. Of a tip the page says it all, the same for everyone. */
  isPersonal: boolean
  /** The page's own code, as the build names it, and what comes only when it is asked for. */
  code: readonly string[]
}

export const kinds: Record<Saved['kind'], Kind> = {
  ebook: { source: ({ id }) => `/api/ebook/${id}`, isPersonal: true, code: ['src/web/site/reader.tsx', 'src/web/library/reader/panels.tsx'] },
  course: { source: ({ id }) => `/api/courses/${id}`, isPersonal: true, code: ['src/web/site/player.tsx'] },
  tip: { source: ({ path }) => `/api${path}`, isPersonal: false, code: ['src/web/library/tip/tip-page.tsx'] },
}
