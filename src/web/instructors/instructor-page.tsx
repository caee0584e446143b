import Award from 'lucide-react/icons/award'
import MessageCircle from 'lucide-react/icons/message-circle'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { instructorsContract, type InstructorPage as Instructor } from '#contract/instructors/instructors.ts'
import { registerContract } from '#contract/client.ts'
import { formatCount } from '#contract/kit/money.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { Rating } from '#web/catalog/rating.tsx'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ShareButton } from '#web/kit/ui/sharing/share-button.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { describeInstructor } from './structured-data.ts'

registerContract({ instructors: instructorsContract })

export const createInstructorLoader =
  (api: Api) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const { slug = '' } = params
    const page = await load(api, request, publicPage('Halaman ini belum bisa ditampilkan. Coba lagi.'), async () => {
      return (await api.anonymous.instructors.showInstructor({ slug })).data
    })
    // A former address leads to the one of today.
    if (page.slug !== slug) throw redirect(paths.instructor({ slug: page.slug }), 301)
    return page
  }

/** Who somebody is that teaches here, in figures that are counted, with their courses. */
export function InstructorPage() {
  const instructor = useLoaderData<Awaited<ReturnType<ReturnType<typeof createInstructorLoader>>>>()
  const { slug, name, headline, bio, avatar, courses, figures, updatedAt } = instructor
  const hidden = figures.courses - courses.length
  return (
    <div className="wrap py-8 pb-16 xl:py-12">
      <PageHead
        title={`${name}, instruktur`}
        description={`${name} mengajar ${figures.courses} kelas di sini, dengan materi yang bisa kamu coba sebelum mendaftar. ${headline || bio}`
          .trim()
          .slice(0, 155)}
        canonicalPath={paths.instructor({ slug })}
        image={{ path: sharingImage('pengajar', slug, updatedAt), alt: name }}
      />
      <StructuredData nodes={(origin) => describeInstructor(origin, instructor)} />
      <Breadcrumb crumbs={[{ name: 'Kelas', path: paths.catalogue() }, { name }]} />
      <div className="flex flex-col gap-5 md:flex-row md:gap-8">
        <Avatar src={avatar} name={name} size={96} />
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold text-ink-3">Instruktur</p>
          <h1 className="text-h1 font-extrabold wrap-anywhere">{name}</h1>
          {headline && <p className="mt-2 text-lg text-ink-2">{headline}</p>}
          <Figures figures={figures} />
          {bio && <PlainText text={bio} className="mt-5 max-w-[68ch] leading-relaxed" />}
          <Links instructor={instructor} />
          <div className="mt-4">
            <ShareButton title={`${name}, instruktur`} path={paths.instructor({ slug })} />
          </div>
        </div>
      </div>
      <h2 className="mt-12 text-h2 font-extrabold">Kelas yang diajar</h2>
      <ul className="mt-5 cards">
        {courses.map((course) => (
          <li key={course._id}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="mt-6 text-ink-2">Dan {formatCount(hidden)} kelas lain.</p>}
    </div>
  )
}

function Figures({ figures: { students, courses, rating, ratingCount, answerHours } }: Pick<Instructor, 'figures'>) {
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm font-semibold text-ink-2">
      {rating !== null && (
        <li>
          <Rating rating={rating} count={ratingCount} />
        </li>
      )}
      {students > 0 && <Figure icon={<Users aria-hidden className="size-4.5" />}>{formatCount(students)} siswa</Figure>}
      <Figure icon={<Award aria-hidden className="size-4.5" />}>{formatCount(courses)} kelas</Figure>
      {answerHours !== null && (
        <Figure icon={<MessageCircle aria-hidden className="size-4.5" />}>
          Biasanya menjawab dalam {formatAnswerTime(answerHours)}
        </Figure>
      )}
    </ul>
  )
}

const Figure = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    {icon}
    {children}
  </li>
)

const formatAnswerTime = (hours: number): string =>
  hours < 48 ? `${formatCount(hours)} jam` : `${formatCount(Math.round(hours / 24))} hari`

/** Links that nobody of the site looked at are text, so that a page is no way to send people elsewhere. */
function Links({ instructor: { links, linksAreChecked } }: { instructor: Instructor }) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Tautan" className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
      {links.map(({ label, url }) => (
        <li key={`${label} ${url}`} className="min-w-0 wrap-anywhere">
          {linksAreChecked ? (
            <a
              href={url}
              rel="nofollow ugc"
              className="inline-flex min-h-11 items-center font-semibold text-nila hover:underline"
            >
              {label}
            </a>
          ) : (
            <span className="text-ink-2">
              {label}: {url}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
