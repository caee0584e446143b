import { Link } from 'react-router'
import { formatCount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { FoundInstructor } from '#contract/site/site.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'

/** Instructors among the results of the site search. */
export function FoundInstructors({ instructors }: { instructors: readonly FoundInstructor[] }) {
  if (instructors.length === 0) return null
  return (
    <section className="mb-10">
      <h2 className="text-h2 font-extrabold">Instruktur</h2>
      <ul className="mt-4 grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {instructors.map(({ slug, name, headline, avatar, courseCount }) => (
          <li key={slug}>
            <Link
              to={paths.instructor({ slug })}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-4 hover:border-nila"
            >
              <Avatar src={avatar} name={name} size={48} />
              <span className="min-w-0">
                <span className="block font-bold wrap-anywhere">{name}</span>
                {headline && <span className="block text-sm text-ink-2">{headline}</span>}
                <span className="block text-sm text-ink-3">{formatCount(courseCount)} kelas</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
