import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { BoughtItem } from '#web/commerce/item-paths.ts'

/** The page where staff manage the item; a cart has none. */
function manageItemPath({ kind, _id }: BoughtItem): string | null {
  if (kind === 'course') return paths.adminCourse({ courseId: _id })
  if (kind === 'ebook') return paths.adminEbook({ ebookId: _id })
  if (kind === 'path') return staffPaths.adminPaths()
  return kind === 'bundle' ? staffPaths.bundles() : null
}

export function ItemLink({ item }: { item: BoughtItem }) {
  const to = manageItemPath(item)
  return to ? (
    <Link to={to} className="wrap-anywhere hover:underline">
      {item.title}
    </Link>
  ) : (
    <span className="wrap-anywhere">{item.title}</span>
  )
}
