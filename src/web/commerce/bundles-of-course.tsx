import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { Amount } from '#web/catalog/amount.tsx'

export type BundleOfCourse = { slug: string; title: string; saving: number }

/** "Ada di paket …": below the price of a course. */
export function BundlesOfCourse({ bundles }: { bundles: readonly BundleOfCourse[] }) {
  if (bundles.length === 0) return null
  return (
    <ul className="mt-4 grid gap-1 text-sm">
      {bundles.map(({ slug, title, saving }) => (
        <li key={slug}>
          Ada di paket{' '}
          <Link to={paths.bundle({ slug })} className="font-semibold text-nila underline underline-offset-2">
            {title}
          </Link>
          {saving > 0 && (
            <>
              , hemat <Amount idr={saving} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
