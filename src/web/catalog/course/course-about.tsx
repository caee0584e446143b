import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'

/** Learning goals, outline, description and mentor. */
export function CourseAbout({ course, outline }: { course: CourseOverview; outline: ReactNode }) {
  return (
    <>
      {course.learn.length > 0 && (
        <section aria-labelledby="akan-dipelajari" className="rounded-card border border-line bg-surface p-5 md:p-7">
          <h2 id="akan-dipelajari" className="mb-4 text-2xl">
            Yang akan dipelajari
          </h2>
          <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
            {course.learn.map((item) => (
              <li key={item} className="flex gap-3 leading-snug">
                <span className="mt-px grid size-5.5 shrink-0 place-items-center rounded-full bg-daun-50 text-daun">
                  <Check className="size-3.5" strokeWidth={3} />
                </span>
                {item}
              </li>
            ))}
          </ul>
        </section>
      )}
      {outline}
      {course.description.trim() !== '' && (
        <section aria-labelledby="tentang-kelas">
          <h2 id="tentang-kelas" className="mb-4 text-2xl">
            Tentang kelas
          </h2>
          <PlainText text={course.description} className="max-w-[68ch] leading-relaxed" />
        </section>
      )}
      {course.instructors.length > 0 && (
        <section
          id="mentor"
          aria-labelledby="tentang-mentor"
          className="rounded-card border border-line bg-surface p-5 md:p-7"
        >
          <h2 id="tentang-mentor" className="mb-4 text-2xl">
            Tentang instruktur
          </h2>
          <ul className="grid gap-6">
            {course.instructors.map(({ name, avatar, slug, headline, bio }) => (
              <li key={`${name} ${avatar} ${headline}`} className="flex flex-col gap-4 md:flex-row md:gap-5">
                <Avatar src={avatar} name={name} size={64} />
                <div className="min-w-0">
                  <p className="text-lg leading-snug font-bold">
                    {slug ? (
                      <Link to={paths.instructor({ slug })} className="hover:underline">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
                  </p>
                  {headline && <p className="text-sm text-ink-3">{headline}</p>}
                  {bio && <PlainText text={bio} className="mt-3" />}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
