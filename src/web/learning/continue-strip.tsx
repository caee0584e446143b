import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { mostUrgent, standingOf } from '#contract/commerce/order-standing.ts'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import type { SessionUser } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { useApi } from '#web/identity/index.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { useRemote, type Remote } from '#web/kit/ui/behaviour/use-remote.ts'
import { courseToContinue } from './course-to-continue.ts'
import { studyVerb } from './study-verb.ts'

/** On the home page of a signed-in user: a link to the course to continue, or to a first course. Has the same height in every state. */
export function ContinueStrip({
  user,
  enrolled: { status, data: courses },
}: {
  user: SessionUser
  enrolled: Remote<EnrolledCourse[]>
}) {
  if (status === 'loading') return <LoadingStrip />
  if (status === 'failed')
    return (
      <Greeting user={user} text="Lihat kelas yang sedang kamu pelajari." to={paths.myCourses()} action="Kelas Saya" />
    )
  const course = courseToContinue(courses)
  if (course) return <Current course={course} />
  if (courses.length === 0 && isStaff(user.role))
    return (
      <Greeting user={user} text="Kelas yang kamu kelola ada di area admin." to={paths.admin()} action="Buka admin" />
    )
  return <NothingToContinue user={user} hasCourses={courses.length > 0} />
}

/** An order that waits for its payment or for the check of its proof, else a link to courses. */
function NothingToContinue({ user, hasCourses }: { user: SessionUser; hasCourses: boolean }) {
  const { authenticated } = useApi()
  const { status, data: open } = useRemote(user._id, async (signal) => {
    const { data } = await authenticated.commerce.listMyTransactions(undefined, { signal })
    return mostUrgent(data) ?? null
  })
  if (status === 'loading') return <LoadingStrip />
  if (status === 'failed')
    return (
      <Greeting user={user} text="Pesananmu belum bisa diperiksa." to={paths.transactions()} action="Lihat transaksi" />
    )
  if (open)
    return (
      <Greeting
        user={user}
        text={
          standingOf(open) === 'proof-check'
            ? `Bukti pembayaranmu untuk “${open.title}” sedang kami periksa.`
            : `“${open.title}” menunggu pembayaran.`
        }
        to={paths.transactions()}
        action="Lihat transaksi"
      />
    )
  if (hasCourses)
    return (
      <Greeting
        user={user}
        text="Semua kelasmu sudah selesai. Lanjut ke yang berikutnya?"
        to={paths.catalogue()}
        action="Lihat semua kelas"
      />
    )
  return (
    <Greeting
      user={user}
      text="Belum ada kelas aktif. Mulai dari kelas gratis?"
      to={paths.catalogue({ type: 'free' })}
      action="Lihat kelas gratis"
    />
  )
}

type StripProps = { picture?: ReactNode; heading: string; children: ReactNode; to: string; action: string }

/** The link covers the whole strip. */
function Strip({ picture, heading, children, to, action }: StripProps) {
  return (
    <section aria-labelledby="lanjut-belajar" className="group @container relative h-full">
      <div className="flex h-full items-center gap-4 md:gap-5">
        {picture}
        <div className="min-w-0 flex-1">
          <h2 id="lanjut-belajar" className="truncate text-xs font-bold text-nila md:text-sm">
            {heading}
          </h2>
          {children}
        </div>
        <Link
          to={to}
          className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-button bg-nila font-bold text-on-nila soft group-hover:bg-nila-hover after:absolute after:inset-0 md:w-auto md:px-5 md:text-[0.9375rem]"
        >
          <span className="max-md:sr-only">{action}</span>
          <ArrowRight className="size-5 md:size-4.5" />
        </Link>
      </div>
    </section>
  )
}

function Current({ course }: { course: EnrolledCourse }) {
  return (
    <Strip
      picture={
        <img
          src={course.thumbnail}
          alt=""
          width={640}
          height={360}
          className="cover-art aspect-video w-18 shrink-0 rounded-field object-cover @max-[17rem]:hidden md:w-24"
        />
      }
      heading="Lanjutkan belajar"
      to={paths.player({ courseId: course._id })}
      action={studyVerb(course.progress)}
    >
      <p className="truncate font-bold md:text-lg">{course.title}</p>
      <div className="mt-1 flex max-w-100 items-center gap-3">
        <div className="min-w-0 flex-1">
          <ProgressBar percent={course.progress} label={`Progres ${course.title}`} />
        </div>
        <span className="text-xs text-ink-3 tabular-nums">{course.progress}%</span>
      </div>
    </Strip>
  )
}

function Greeting({ user, text, to, action }: { user: SessionUser; text: string; to: string; action: string }) {
  return (
    <Strip heading={`Halo, ${user.name.split(/\s+/)[0]}!`} to={to} action={action}>
      <p className="line-clamp-2 leading-snug font-semibold md:text-lg">{text}</p>
    </Strip>
  )
}

function LoadingStrip() {
  return (
    <div role="status" className="flex h-full items-center gap-4 md:gap-5">
      <span className="sr-only">Memuat…</span>
      <Skeleton className="aspect-video w-18 shrink-0 rounded-field md:w-24" />
      <div className="grid min-w-0 flex-1 gap-2">
        <Skeleton className="h-4 w-28 max-w-full" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    </div>
  )
}
