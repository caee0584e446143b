import Check from 'lucide-react/icons/check'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { pathsContract, type MyPath } from '#contract/paths/paths.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { CertificateActions } from '#web/learning/certificate-actions.tsx'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { studyVerb } from '#web/learning/study-verb.ts'

registerContract({ paths: pathsContract })

export const createMyPathsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      return { list: (await api.authenticated.paths.listMyPaths()).data, studentName: user.name }
    })

/** The paths of which the student owns a step or that they saved: how far they are, and what comes next. */
export function MyPathsPage() {
  const { list, studentName } = useLoaderData<ReturnType<typeof createMyPathsLoader>>()
  return (
    <>
      <PageHead title="Jalur Saya" noIndex />
      <h1 className="mb-6 text-2xl font-extrabold">Jalur Saya</h1>
      {list.length === 0 ? (
        <EmptyState
          title="Belum ada jalur di sini."
          text="Jalur muncul di sini kalau kamu punya salah satu kelasnya, atau menyimpannya."
        >
          <ButtonLink to={paths.learningPaths()}>Lihat jalur belajar</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-5">
          {list.map((path) => (
            <li key={path._id}>
              <PathProgress path={path} studentName={studentName} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PathProgress({ path, studentName }: { path: MyPath; studentName: string }) {
  const { authenticated } = useApi()
  const next = path.steps.find(({ courseId }) => courseId === path.nextCourseId)
  return (
    <article className="rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 className="text-xl font-bold wrap-anywhere">
        <Link to={paths.learningPath({ slug: path.slug })} className="hover:underline">
          {path.title}
        </Link>
      </h2>
      <p className="mt-1 mb-2 text-sm text-ink-2">
        {path.finished} dari {path.steps.length} kelas selesai
      </p>
      <ProgressBar percent={path.percent} label={`Progres jalur ${path.title}`} />
      <ol className="mt-4 grid gap-2">
        {path.steps.map((step, index) => (
          <li key={step.courseId} className="flex items-center gap-3">
            <span
              aria-hidden
              className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-bold ${
                step.finishedAt ? 'bg-daun-50 text-daun' : 'bg-sunken text-ink-2'
              }`}
            >
              {step.finishedAt ? <Check className="size-4" /> : index + 1}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
              <Link
                to={
                  step.isOwned
                    ? paths.player({ courseId: step.courseId })
                    : paths.courseDetail({ courseId: step.courseId })
                }
                className="py-2 wrap-anywhere hover:underline"
              >
                {step.title}
              </Link>
              <span className="text-sm text-ink-3">
                {step.finishedAt ? 'Selesai' : step.isOwned ? `${step.percent}%` : 'Belum dimiliki'}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        {next ? (
          <>
            <ButtonLink
              to={
                next.isOwned
                  ? paths.player({ courseId: next.courseId })
                  : paths.courseDetail({ courseId: next.courseId })
              }
            >
              {next.isOwned ? studyVerb(next.percent) : 'Lihat kelas berikutnya'}
            </ButtonLink>
            <p className="min-w-0 flex-1 text-sm wrap-anywhere text-ink-2">Berikutnya: {next.title}</p>
          </>
        ) : (
          <CertificateActions
            course={{
              _id: path._id,
              title: path.title,
              certificateAvailable: true,
              certificateId: path.certificateId ?? undefined,
            }}
            studentName={studentName}
            issue={(name) => authenticated.paths.issuePathCertificate({ id: path._id, name })}
          />
        )}
      </div>
    </article>
  )
}
