import type { ReactNode } from 'react'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CvEntry, CvInput } from '#contract/learning/cv.ts'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'

type Props = { user: { name: string; email: string }; cv: CvInput; courses: EnrolledCourse[] }

/** The printed CV in one column. */
export function CvSheet({ user, cv, courses }: Props) {
  const siteName = useSiteName()
  const contact = [user.email, cv.phone, cv.city].filter(Boolean)
  return (
    <article
      aria-label="CV"
      className="rounded-card border border-line bg-surface p-6 md:p-10 print:border-0 print:p-0"
    >
      <header className="border-b-2 border-kunyit pb-5">
        <p className="text-3xl font-extrabold text-balance">{user.name}</p>
        {cv.headline && <p className="mt-1 text-lg text-ink-2">{cv.headline}</p>}
        <p className="mt-2 text-sm text-ink-3">
          {contact.join(' · ')}
          {cv.website && (
            <>
              {contact.length > 0 && ' · '}
              <a href={cv.website} rel="nofollow noopener" className="text-nila underline">
                {cv.website.replace(/^https?:\/\//, '')}
              </a>
            </>
          )}
        </p>
      </header>
      {cv.about && (
        <Part title="Tentang">
          <PlainText text={cv.about} />
        </Part>
      )}
      {cv.skills.length > 0 && (
        <Part title="Keterampilan">
          <p className="text-ink-2">{cv.skills.join(' · ')}</p>
        </Part>
      )}
      <Entries title="Pengalaman" entries={cv.experience} />
      <Entries title="Pendidikan" entries={cv.education} />
      <Part title="Kelas dan sertifikat">
        {courses.length === 0 ? (
          <p className="text-ink-3">Kelas yang selesai tampil di sini dengan sendirinya.</p>
        ) : (
          <ul className="grid gap-3">
            {courses.map((course) => (
              <li key={course._id} className="break-inside-avoid">
                <p className="font-bold">{course.title}</p>
                <p className="text-sm text-ink-3">
                  {siteName} · {course.category.name} · bersama {course.instructor.name}
                </p>
                {course.certificateId && (
                  <p className="text-sm">
                    <a
                      className="break-all text-nila underline"
                      href={paths.certificate({ certificateId: course.certificateId })}
                    >
                      Sertifikat
                      <span className="hidden print:inline">
                        {' '}
                        {location.origin + paths.certificate({ certificateId: course.certificateId })}
                      </span>
                      <span className="sr-only print:hidden"> {course.title}</span>
                    </a>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-sm font-extrabold tracking-[0.08em] text-nila uppercase">{title}</h2>
      {children}
    </section>
  )
}

function Entries({ title, entries }: { title: string; entries: CvEntry[] }) {
  const filled = entries.filter((entry) => entry.title || entry.place || entry.text)
  if (filled.length === 0) return null
  return (
    <Part title={title}>
      <ul className="grid gap-3">
        {filled.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no id
          <li key={index} className="break-inside-avoid">
            <p className="font-bold">{[entry.title, entry.place].filter(Boolean).join(', ')}</p>
            {entry.period && <p className="text-sm text-ink-3">{entry.period}</p>}
            {entry.text && <PlainText text={entry.text} className="mt-1" />}
          </li>
        ))}
      </ul>
    </Part>
  )
}
