import Bookmark from 'lucide-react/icons/bookmark'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import Lock from 'lucide-react/icons/lock'
import { Link } from 'react-router'
import type { Ebook, EbookSection } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { sectionsInOrder } from '#web/library/reader/book.ts'

type Props = {
  ebook: Ebook
  currentId: string | null
  completedIds: readonly string[]
  markedIds: ReadonlySet<string>
  percent: number
  onChoose?: () => void
}

/** Table of contents with reading progress. Read and locked sections are given as text, not by icon alone. */
export function Contents({ ebook, currentId, completedIds, markedIds, percent, onChoose }: Props) {
  const completed = new Set(completedIds)
  const isRead = ({ _id }: EbookSection) => completed.has(_id)
  const minutesLeft = sectionsInOrder(ebook)
    .filter((section) => !isRead(section))
    .reduce((sum, { readingMinutes }) => sum + readingMinutes, 0)
  return (
    <>
      <p className="mb-2 text-sm text-ink-3">
        {percent}% · {completedIds.length} dari {ebook.sectionCount} bagian
        {minutesLeft > 0 && ` · ± ${minutesLeft} menit lagi`}
      </p>
      <ProgressBar percent={percent} label="Progres e-book" />
      <nav aria-label="Daftar isi" className="mt-4">
        <ol className="grid gap-5">
          {ebook.modules.map((module) => {
            const sections = module.topics.flatMap((topic) => topic.sections)
            return (
              <li key={module._id}>
                <p className="flex items-baseline justify-between gap-3 font-bold">
                  <span>{module.title}</span>
                  <span className="text-xs font-semibold text-ink-3 tabular-nums">
                    {sections.filter(isRead).length}/{sections.length}
                    <span className="sr-only"> bagian selesai</span>
                  </span>
                </p>
                <ol className="mt-1 grid gap-2">
                  {module.topics.map((topic) => (
                    <li key={topic._id}>
                      <p className="mt-1 text-sm font-semibold text-ink-3">{topic.title}</p>
                      <ol>
                        {topic.sections.map((section) => (
                          <li key={section._id}>
                            <Link
                              to={paths.ebook({ ebookId: ebook._id, sectionId: section._id })}
                              aria-current={section._id === currentId ? 'true' : undefined}
                              {...(onChoose && { onClick: onChoose })}
                              className="flex min-h-11 items-start gap-2.5 rounded-field px-2 py-2.5 text-[0.9375rem] leading-snug hover:bg-sunken aria-[current]:bg-nila-50 aria-[current]:font-semibold"
                            >
                              <StateIcon isRead={isRead(section)} isLocked={section.locked ?? false} />
                              <span className="flex-1">
                                {section.heading}
                                <span className="sr-only">
                                  {isRead(section) ? ', selesai' : section.locked ? ', terkunci' : ''}
                                </span>
                              </span>
                              {markedIds.has(section._id) && (
                                <span className="mt-0.5 text-kunyit-ink">
                                  <Bookmark aria-hidden className="size-4" />
                                  <span className="sr-only">ada tanda</span>
                                </span>
                              )}
                            </Link>
                          </li>
                        ))}
                      </ol>
                    </li>
                  ))}
                </ol>
              </li>
            )
          })}
        </ol>
      </nav>
    </>
  )
}

function StateIcon({ isRead, isLocked }: { isRead: boolean; isLocked: boolean }) {
  const Icon = isRead ? CircleCheck : isLocked ? Lock : Circle
  return <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${isRead ? 'text-daun' : 'text-ink-3'}`} />
}
