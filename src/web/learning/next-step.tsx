import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { pathsContract, type MyPath } from '#contract/paths/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'

registerContract({ paths: pathsContract })

/** Shows the next course of each path that has this course; nothing where there are none, or none could be loaded. */
export default function NextStep({ courseId }: { courseId: string }) {
  const { authenticated } = useApi()
  const data =
    useRemoteAddition(courseId, async (signal) =>
      (await authenticated.paths.listMyPaths(undefined, { signal })).data.filter(({ steps }) =>
        steps.some((step) => step.courseId === courseId),
      ),
    ) ?? []
  if (data.length === 0) return null
  return (
    <section aria-labelledby="langkah-berikutnya" className="wrap pb-12">
      <h2 id="langkah-berikutnya" className="mb-5 text-h2">
        Langkah berikutnya
      </h2>
      <ul className="grid gap-4">
        {data.map((path) => (
          <li key={path._id} className="rounded-card border border-line bg-surface p-5">
            <Next path={path} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Next({ path }: { path: MyPath }) {
  const step = path.steps.find(({ courseId }) => courseId === path.nextCourseId)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="text-sm text-ink-3">
          Jalur {path.title} · {path.finished} dari {path.steps.length} kelas selesai
        </p>
        <p className="mt-1 font-bold wrap-anywhere">{step ? step.title : 'Semua kelas di jalur ini selesai!'}</p>
        {step?.sentence && <p className="mt-1 text-ink-2">{step.sentence}</p>}
      </div>
      {step ? (
        <ButtonLink
          to={
            step.isOwned ? paths.player({ courseId: step.courseId }) : paths.courseDetail({ courseId: step.courseId })
          }
        >
          {step.isOwned ? 'Mulai kelas ini' : 'Lihat kelas ini'}
        </ButtonLink>
      ) : path.certificateId ? (
        <ButtonLink to={paths.certificate({ certificateId: path.certificateId })}>Lihat sertifikat jalur</ButtonLink>
      ) : (
        <ButtonLink to={paths.myPaths()}>Ambil sertifikat jalur</ButtonLink>
      )}
    </div>
  )
}
