import { useCallback, useEffect, useState } from 'react'
import { failureStatus, serverMessage } from '#contract/client.ts'
import { quizAttemptsContract, type Attempt } from '#contract/assessment/quiz-attempts.ts'
import type { AnswerValue } from '#contract/assessment/quiz-values.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useSyncState } from '#web/kit/device/use-sync-state.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { useRemote, type Remote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import {
  changeAnswer,
  checkAnswer,
  storeAttempt,
  quizStore,
  quizTask,
  registerQuizCalls,
  requestSubmit,
} from './quiz-store.ts'

registerQuizCalls(quizAttemptsContract)

/** After the last key. */
const pauseMs = 1_000

type LessonIds = { courseId: string; lessonId: string; userId: string }

/** Without a connection; what the server rejected stays so. */
const isUnreachable = (remote: Remote<unknown>): boolean =>
  remote.status === 'failed' && failureStatus(remote.error) === null

/** A student's quiz: its start, the open attempt on this device, and the attempt whose result is shown. */
export function useAttempt({ courseId, lessonId, userId }: LessonIds) {
  const api = useApi()
  const start = useRemote(
    `${courseId} ${lessonId}`,
    async (signal) =>
      (await api.authenticated.quizAttempts.showQuizStart({ id: courseId, contentId: lessonId }, { signal })).data,
  )
  const open = useStored(quizStore, userId, lessonId)
  const syncState = useSyncState(userId, quizTask, lessonId)
  const [shown, setShown] = useState<{ attemptId: string } | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const result = useRemote<Attempt>(
    shown?.attemptId ?? null,
    async (signal) =>
      (await api.authenticated.quizAttempts.showAttempt({ id: shown?.attemptId ?? '' }, { signal })).data,
  )
  const { reload } = start
  useRetry(isUnreachable(start), reload)
  useRetry(isUnreachable(result), result.reload)

  useEffect(
    () =>
      deviceSync.onResult(userId, quizTask, lessonId, (sent) => {
        if (sent?.kind !== 'submitted' && sent?.kind !== 'over') return
        setShown({ attemptId: sent.attemptId })
        reload()
      }),
    [userId, lessonId, reload],
  )

  const send = useCallback(
    (afterPauseMs?: number) => {
      if (!quizTask.unsent(userId).includes(lessonId)) return
      void deviceSync.request(
        { api, owner: userId, task: quizTask, id: lessonId },
        afterPauseMs === undefined ? {} : { afterPauseMs },
      )
    },
    [api, userId, lessonId],
  )
  // Sends on opening what an earlier visit left unsent, the rest at once on leaving.
  useEffect(() => {
    send()
    return () => send()
  }, [send])

  // Another device may have answered or submitted the attempt that is stored here.
  const openId = open?.attempt._id
  useEffect(() => {
    if (openId === undefined) return
    const controller = new AbortController()
    api.authenticated.quizAttempts.showAttempt({ id: openId }, { signal: controller.signal }).then(
      ({ data }) => {
        if (controller.signal.aborted) return
        if (data.submittedAt === null) return storeAttempt(userId, data, Date.now())
        quizStore.update(userId, lessonId, () => null)
        setShown({ attemptId: openId })
      },
      // Without a connection the stored attempt is continued; a lost one is reported when its answers are sent.
      () => {},
    )
    return () => controller.abort()
  }, [api, userId, lessonId, openId])

  return {
    start,
    open,
    syncState,
    isKept: quizStore.isKept(userId, lessonId),
    isOpening,
    failure,
    result: shown && result,
    showResult: (attemptId: string) => setShown({ attemptId }),
    closeResult: () => setShown(null),
    async begin() {
      setOpening(true)
      setFailure(null)
      try {
        const { data } = await withLogin(() =>
          api.authenticated.quizAttempts.openAttempt({ id: courseId, contentId: lessonId }),
        )
        storeAttempt(userId, data, Date.now())
        setShown(null)
      } catch (error) {
        setFailure(serverMessage(error) ?? 'Kuis belum bisa dibuka. Periksa koneksi, lalu coba lagi.')
        reload()
      } finally {
        setOpening(false)
      }
    },
    answer(questionId: string, value: AnswerValue | undefined) {
      changeAnswer(userId, lessonId, questionId, value)
      send(pauseMs)
    },
    check(questionId: string) {
      checkAnswer(userId, lessonId, questionId)
      send()
    },
    submit: useCallback(() => {
      requestSubmit(userId, lessonId)
      send()
    }, [userId, lessonId, send]),
  }
}
export type AttemptState = ReturnType<typeof useAttempt>
