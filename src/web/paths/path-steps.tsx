import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { Path, PathStep } from '#contract/paths/paths.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { aboutHours } from './path-facts.ts'
import type { PathViewer } from './use-path-viewer.ts'

/** The courses of a path in order, with where to start or to go on. */
export function PathSteps({ path, viewer }: { path: Path; viewer: PathViewer | null }) {
  const { steps, isOrdered } = path
  const isFinished = ({ courseId }: PathStep) => viewer?.finishedIds.includes(courseId) ?? false
  const next = steps.find((step) => !isFinished(step))
  return (
    <ol className="mt-4 grid gap-4">
      {steps.map((step, index) => {
        const before = steps[index - 1]
        const waitsFor = isOrdered && before && step !== next && !isFinished(step) && !isFinished(before)
        return (
          <li key={step.courseId} className="@container flex gap-3 md:gap-4">
            <span
              aria-hidden
              className={`mt-3 grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold ${
                isFinished(step) ? 'bg-daun-50 text-daun' : 'bg-nila-50 text-nila'
              }`}
            >
              {isFinished(step) ? <Check className="size-4.5" /> : index + 1}
            </span>
            <div className="grid min-w-0 flex-1 gap-3 rounded-card border border-line bg-surface p-3 @md:grid-cols-[8rem_minmax(0,1fr)] md:p-4">
              <img
                src={step.thumbnail}
                alt=""
                width={128}
                height={72}
                loading="lazy"
                className="aspect-video w-full rounded-field bg-sunken object-cover max-w-40"
              />
              <div className="min-w-0">
                <h3 className="font-bold wrap-anywhere">
                  <Link to={paths.courseDetail({ courseId: step.courseId })} className="hover:underline">
                    {step.title}
                  </Link>
                </h3>
                {(step.sentence ?? step.tagline) && (
                  <p className="mt-1 wrap-anywhere text-ink-2">{step.sentence ?? step.tagline}</p>
                )}
                <p className="mt-1 text-sm text-ink-3">
                  {[step.level, aboutHours(step.minutes), `${step.lessonCount} materi`, step.instructor]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
                  <State step={step} viewer={viewer} isNext={step === next} />
                  {waitsFor && <span className="text-ink-3">Sebaiknya setelah {before.title}</span>}
                </p>
              </div>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function State({ step, viewer, isNext }: { step: PathStep; viewer: PathViewer | null; isNext: boolean }) {
  if (viewer?.finishedIds.includes(step.courseId)) return <Badge tone="success">Selesai</Badge>
  const isOwned = viewer?.ownedIds.includes(step.courseId)
  return (
    <>
      {isNext && (
        <Badge tone="promo">{viewer && viewer.finishedIds.length > 0 ? 'Lanjut di sini' : 'Mulai di sini'}</Badge>
      )}
      {isOwned ? (
        <Badge tone="info">Sudah kamu miliki</Badge>
      ) : (
        <span className="font-semibold">{step.price === 0 ? 'GRATIS' : <Amount idr={step.price} />}</span>
      )}
    </>
  )
}
