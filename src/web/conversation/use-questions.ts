import { useState } from 'react'
import type { Question } from '#contract/conversation/questions.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'

export type QuestionFilter = 'all' | 'unanswered' | 'mine'
type More = { key: string; after: readonly Question[]; rows: readonly Question[]; next: string | null }

const pauseMs = 300
const noRows: readonly Question[] = []

type Wanted = { words: string; filter: QuestionFilter; lessonId: string | null }

/** As the server filters. */
const isFound = (
  { title, text, contentId, isMine, answerCount, isDeleted }: Question,
  { words, filter, lessonId }: Wanted,
): boolean =>
  (lessonId === null || contentId === lessonId) &&
  (words === '' || (!isDeleted && `${title} ${text}`.toLowerCase().includes(words.toLowerCase()))) &&
  (filter === 'mine' ? isMine : filter !== 'unanswered' || (answerCount === 0 && !isDeleted))

/** A list of questions with its search and filter. */
export function useQuestions(courseId: string, lessonId: string | null) {
  const { authenticated } = useApi()
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<QuestionFilter>('all')
  const [isWholeCourse, setWholeCourse] = useState(false)
  const [more, setMore] = useState<More | null>(null)
  const [isLoadingMore, setLoadingMore] = useState(false)
  /** The list of which the next page could not be loaded. */
  const [failedKey, setFailedKey] = useState<string | null>(null)
  const words = q.trim()
  const key = JSON.stringify([courseId, isWholeCourse ? null : lessonId, words, filter])
  const input = {
    id: courseId,
    filter,
    ...(words ? { q: words } : {}),
    ...(lessonId !== null && !isWholeCourse ? { contentId: lessonId } : {}),
  }

  const remote = useRemote(key, async (signal) => {
    // Debounced: searches once the typing pauses.
    if (words) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    signal.throwIfAborted()
    return authenticated.questions.listQuestions(input, { signal })
  })
  useRetry(remote.status === 'failed', remote.reload)

  // Without a connection, the newest questions of a saved course answer every request.
  const shownLessonId = isWholeCourse ? null : lessonId
  const isListed = (question: Question) => isFound(question, { words, filter, lessonId: shownLessonId })
  const first = remote.data?.data ?? noRows
  // Further pages belong to the first one that they follow.
  const own = more && more.key === key && more.after === first ? more : null
  const next = own ? own.next : (remote.data?.meta.next ?? null)

  async function loadMore() {
    if (next === null) return
    setLoadingMore(true)
    setFailedKey(null)
    try {
      const page = await authenticated.questions.listQuestions({ ...input, cursor: next })
      setMore({ key, after: first, rows: [...(own?.rows ?? []), ...page.data], next: page.meta.next ?? null })
    } catch {
      setFailedKey(key)
    } finally {
      setLoadingMore(false)
    }
  }

  return {
    q,
    setQ,
    filter,
    setFilter,
    isWholeCourse,
    setWholeCourse,
    isNarrowed: words !== '' || filter !== 'all',
    state: remote.status,
    error: remote.status === 'failed' ? remote.error : null,
    rows: [...first, ...(own?.rows ?? [])].filter(isListed),
    hasMore: next !== null,
    isLoadingMore,
    hasMoreFailed: failedKey === key,
    loadMore: () => void loadMore(),
    reload: remote.reload,
  }
}
