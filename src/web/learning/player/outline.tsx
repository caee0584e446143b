import CircleCheck from 'lucide-react/icons/circle-check'
import CirclePlay from 'lucide-react/icons/circle-play'
import FileText from 'lucide-react/icons/file-text'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ContentSummary } from '#contract/catalog.ts'
import { paths } from '#contract/paths.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { useVideoDurations } from './position/video-durations.ts'

type Props = { contents: ContentSummary[]; currentId: string; completedIds: string[] }

/** All lessons in order. Completion and the current lesson are given as text, not by icon or colour alone. */
export function Outline({ contents, currentId, completedIds }: Props) {
  const durations = useVideoDurations()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Beside the lesson the list has its own scrolling; the page must not scroll.
    const frame = list.current?.closest('aside')
    const current = list.current?.querySelector('[aria-current]')
    if (!frame || !current || frame.scrollHeight <= frame.clientHeight) return
    const above = current.getBoundingClientRect().top - frame.getBoundingClientRect().top
    frame.scrollTo({ top: frame.scrollTop + above - frame.clientHeight / 3, behavior: 'instant' })
  }, [currentId])
  return (
    <ol ref={list} className="mt-4 grid gap-1">
      {contents.map((content) => {
        const completed = completedIds.includes(content._id)
        const durationSeconds = durations[content.youtubeId ?? '']
        const Icon = completed ? CircleCheck : content.type === 'video' ? CirclePlay : FileText
        return (
          <li key={content._id}>
            <Link
              to={paths.player({ courseId: content.courseId, contentId: content._id })}
              aria-current={content._id === currentId ? 'true' : undefined}
              className="flex min-h-11 items-start gap-3 rounded-field px-3 py-2.5 text-sm hover:bg-sunken aria-[current]:bg-nila-50 aria-[current]:font-semibold"
            >
              <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${completed ? 'text-daun' : 'text-ink-3'}`} />
              <span className="flex-1">
                {content.title}
                <span className="block text-xs font-normal text-ink-3">
                  {content.type === 'video'
                    ? durationSeconds === undefined
                      ? 'Video'
                      : `Video · ${formatClock(durationSeconds)}`
                    : `Artikel · ± ${content.readingMinutes} menit`}
                  {completed && ' · selesai'}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
