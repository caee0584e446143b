import ChevronDown from 'lucide-react/icons/chevron-down'
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question'
import { useId, useState, type RefObject } from 'react'
import { registerContract, serverMessage } from '#contract/client.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { questionsContract, type Question, type QuestionDetail } from '#contract/conversation/questions.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import { AskForm, draftIdOf } from './ask-form.tsx'
import { draftStore } from './post-store.ts'
import { WaitingPosts } from './waiting-posts.tsx'
import { QuestionThread } from './question-thread.tsx'
import { useQuestions, type QuestionFilter } from './use-questions.ts'

registerContract({ questions: questionsContract })

export type QuestionsPanelProps = {
  courseId: string
  /** The lesson that is open; null on the page of the course. */
  lessonId: string | null
  userId: string
  video: RefObject<VideoControl | null> | null
}

const filters: readonly { value: QuestionFilter; label: string }[] = [
  { value: 'all', label: 'Semua pertanyaan' },
  { value: 'unanswered', label: 'Belum terjawab' },
  { value: 'mine', label: 'Pertanyaanku' },
]

/** The questions of a lesson or of a whole course: search, ask, answer. */
export default function QuestionsPanel({ courseId, lessonId, userId, video }: QuestionsPanelProps) {
  const list = useQuestions(courseId, lessonId)
  const hasDraft = useStored(draftStore, userId, draftIdOf(courseId, lessonId)) !== null
  const [isAsking, setAsking] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  const next = useFocusNext(isAsking)
  const { rows } = list
  // Nothing is searched in a list that is empty; once shown, the search stays under the hands that use it.
  const [isSearchable, setSearchable] = useState(false)
  if (rows.length > 0 && !isSearchable) setSearchable(true)

  function sent(questionId: string) {
    setOpenId(questionId)
    list.reload()
  }

  return (
    <div className="grid gap-4">
      <div ref={next}>
        {isAsking ? (
          <AskForm
            courseId={courseId}
            lessonId={lessonId}
            userId={userId}
            video={video}
            onSent={sent}
            onClose={() => setAsking(false)}
          />
        ) : (
          <Button onClick={() => setAsking(true)}>
            <MessageCircleQuestion aria-hidden className="size-4.5" />{' '}
            {hasDraft ? 'Lanjutkan pertanyaanmu' : 'Ajukan Pertanyaan'}
          </Button>
        )}
      </div>
      <WaitingPosts
        userId={userId}
        isShown={(post) =>
          post.questionId === null && post.courseId === courseId && (lessonId === null || post.contentId === lessonId)
        }
        draftIdOf={(post) => draftIdOf(courseId, post.contentId)}
        onSent={list.reload}
      />
      {isSearchable && (
        <div className="grid gap-3 sm:grid-cols-2" role="search" aria-label="Cari pertanyaan">
          <TextField
            label="Cari pertanyaan"
            type="search"
            maxLength={100}
            value={list.q}
            onChange={(event) => list.setQ(event.target.value)}
          />
          <SelectField
            label="Tampilkan"
            value={list.filter}
            onChange={(event) => list.setFilter(event.target.value as QuestionFilter)}
          >
            {filters.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {lessonId !== null && (
        <div>
          <Button
            variant="outline"
            size="sm"
            aria-pressed={list.isWholeCourse}
            onClick={() => list.setWholeCourse(!list.isWholeCourse)}
          >
            {list.isWholeCourse ? 'Materi ini saja' : 'Lihat dari semua materi'}
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {list.state === 'loading' && <p className="text-ink-3">Memuat pertanyaan…</p>}
        {list.state === 'failed' && (
          <p className="text-ink-3">
            {serverMessage(list.error) ?? 'Pertanyaan belum bisa dimuat. Dicoba lagi begitu ada koneksi.'}
          </p>
        )}
        {list.state === 'loaded' && rows.length === 0 && (
          <p className="rounded-card border border-dashed border-border px-5 py-6 text-center text-ink-2">
            {list.isNarrowed
              ? 'Tidak ada pertanyaan yang cocok.'
              : 'Belum ada pertanyaan. Ada yang bikin bingung? Tanyakan saja.'}
          </p>
        )}
      </div>
      {rows.length > 0 && (
        <ul className="grid gap-3" aria-label="Pertanyaan">
          {rows.map((question) => (
            <li key={question._id}>
              <Item
                question={question}
                lessonId={lessonId}
                userId={userId}
                video={video}
                isOpen={openId === question._id}
                onToggle={() => setOpenId(openId === question._id ? null : question._id)}
                onDeleted={list.reload}
              />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div>
          <div role="status">
            {list.hasMoreFailed && (
              <p className="mb-2 text-ink-3">Belum bisa dimuat. Periksa koneksimu, lalu coba lagi.</p>
            )}
          </div>
          <Button variant="outline" busy={list.isLoadingMore} onClick={list.loadMore}>
            Muat lebih banyak
          </Button>
        </div>
      )}
    </div>
  )
}

type ItemProps = {
  question: Question
  lessonId: string | null
  userId: string
  video: RefObject<VideoControl | null> | null
  isOpen: boolean
  onToggle: () => void
  onDeleted: () => void
}

function Item({ question: listed, lessonId, userId, video, isOpen, onToggle, onDeleted }: ItemProps) {
  // Its thread knows of newer answers than the list.
  const [read, setRead] = useResettingState<QuestionDetail | null>(listed, null)
  const question: Question = read ?? listed
  const { _id: id, content, second } = question
  const panelId = useId()
  const isHere = content?._id === lessonId
  return (
    <article className="rounded-card border border-line bg-surface">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={onToggle}
          className="flex min-h-11 w-full items-start gap-3 rounded-card p-4 text-left hover:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-bold wrap-anywhere">{question.title ?? 'Pertanyaan dihapus'}</span>
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal text-ink-3">
              <span className="wrap-anywhere">{question.asker?.name ?? 'Siswa'}</span>
              <time dateTime={question.createdAt}>{formatShortDate(question.createdAt)}</time>
              <span>{question.answerCount === 0 ? 'Belum dijawab' : `${question.answerCount} jawaban`}</span>
              {question.acceptedAnswerId !== null && <Badge tone="success">Terjawab</Badge>}
              {question.hiddenReason !== null && <Badge tone="danger">Disembunyikan</Badge>}
            </span>
          </span>
          <ChevronDown aria-hidden className={isOpen ? 'size-5 shrink-0 rotate-180' : 'size-5 shrink-0'} />
        </button>
      </h3>
      {(second !== null || (content && !isHere)) && (
        <p className="flex flex-wrap gap-x-4 px-4 pb-3 text-sm">
          {content && !isHere && (
            <a
              href={paths.player({ courseId: question.courseId, lessonId: content._id })}
              className="inline-flex min-h-9 items-center text-nila underline wrap-anywhere"
            >
              {content.title}
            </a>
          )}
          {second !== null && isHere && video && (
            <Button variant="outline" size="sm" onClick={() => video.current?.seek(second)}>
              <span className="sr-only">Putar dari </span>
              {formatClock(second)}
            </Button>
          )}
        </p>
      )}
      <div id={panelId} hidden={!isOpen} className="border-t border-line p-4">
        {isOpen && (
          <>
            <QuestionThread questionId={id} userId={userId} Heading="h4" onRead={setRead} onDeleted={onDeleted} />
            <p className="mt-4">
              <ButtonLink variant="ghost" size="sm" to={paths.question({ questionId: id })}>
                Buka di halaman sendiri
              </ButtonLink>
            </p>
          </>
        )}
      </div>
    </article>
  )
}
