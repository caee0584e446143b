import type { Ebook, Tip } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import type { Saved } from './saved-store.ts'

/** What can be kept: its page, and the data that only its reader gets (an API address, or null when the page says it all). */
export type Keepable = Pick<Saved, 'kind' | 'id' | 'title' | 'path'> & { data: string | null }

export const keepableEbook = ({ _id, title }: Pick<Ebook, '_id' | 'title'>): Keepable => ({
  kind: 'ebook',
  id: _id,
  title,
  path: paths.ebook({ ebookId: _id }),
  data: `/api/ebook/${_id}`,
})

/** The articles of a course; its videos stay where they are. */
export const keepableCourse = ({ _id, title }: { _id: string; title: string }): Keepable => ({
  kind: 'course',
  id: _id,
  title,
  path: paths.player({ courseId: _id }),
  data: `/api/courses/${_id}`,
})

export const keepableTip = ({ _id, slug, title }: Pick<Tip, '_id' | 'slug' | 'title'>): Keepable => ({
  kind: 'tip',
  id: _id,
  title,
  path: paths.tip({ slug }),
  data: null,
})
