import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { BoughtItem } from '#web/commerce/item-paths.ts'

/** The page where staff manage the item. */
export const ItemLink = ({ item: { kind, _id, title } }: { item: BoughtItem }) => (
  <Link
    to={kind === 'course' ? paths.adminCourse({ courseId: _id }) : paths.adminEbook({ ebookId: _id })}
    className="wrap-anywhere hover:underline"
  >
    {title}
  </Link>
)
