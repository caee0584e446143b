import type { ReactNode } from 'react'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CvEntry, CvInput } from '#contract/learning/cv.ts'
import type { OwnCertificate } from '#contract/learning/own-certificates.ts'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'

type CvPath = { _id: string; title: string; steps: number; certificateId: string }
type Props = {
  user: { name: string; email: string }
  cv: CvInput
  paths: readonly CvPath[]
  courses: readonly EnrolledCourse[]
  certificates: readonly OwnCertificate[]
}

/** The printed CV in one column. */
export function CvSheet({ user, cv, paths: finishedPaths, courses, certificates }: Props) {
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
        {courses.length + finishedPaths.length === 0 ? (
          <p className="text-ink-3">Kelas yang selesai tampil di sini dengan sendirinya.</p>
        ) : (
          <ul className="grid gap-3">
            {finishedPaths.map(({ _id, title, steps, certificateId }) => (
              <li key={_id} className="break-inside-avoid">
                <p className="font-bold">{title}</p>
                <p className="text-sm text-ink-3">
                  {siteName} · jalur belajar, {steps} kelas
                </p>
                <CertificateLink title={title} certificateId={certificateId} />
              </li>
            ))}
            {courses.map(({ _id, title, category, instructor, certificateId }) => (
              <li key={_id} className="break-inside-avoid">
                <p className="font-bold">{title}</p>
                <p className="text-sm text-ink-3">
                  {siteName} · {category.name} · bersama {instructor.name}
                </p>
                <Details certificate={certificates.find((each) => each._id === certificateId)} />
                {certificateId && <CertificateLink title={title} certificateId={certificateId} />}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </article>
  )
}

/** Lesson hours and competences of a certificate that says them. */
function Details({ certificate }: { certificate: OwnCertificate | undefined }) {
  const { hours = null, competences = [] } = certificate ?? {}
  if (hours === null && competences.length === 0) return null
  return (
    <p className="text-sm wrap-anywhere text-ink-2">
      {[...(hours === null ? [] : [`${hours} JP`]), ...competences].join(' · ')}
    </p>
  )
}

function CertificateLink({ title, certificateId }: { title: string; certificateId: string }) {
  const path = paths.certificate({ certificateId })
  return (
    <p className="text-sm">
      <a className="break-all text-nila underline" href={path}>
        Sertifikat
        <span className="hidden print:inline"> {location.origin + path}</span>
        <span className="sr-only print:hidden"> {title}</span>
      </a>
    </p>
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
