import { useState } from 'react'
import { failureCode, registerContract, serverMessage } from '#contract/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { questionsContract, type QuestionDetail } from '#contract/conversation/questions.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { freshReads } from '#web/kit/ui/behaviour/fresh-reads.ts'
import { usePolling } from '#web/kit/ui/behaviour/use-polling.ts'

registerContract({ questions: questionsContract })

/** New answers appear this soon while somebody looks. */
const schedule = { intervalMs: 8_000, maxIntervalMs: minuteMs, deadlineMs: 20 * minuteMs }

/** A question with its answers, kept up to date while the page is shown. `onGone`: what was deleted was the last of it. */
export function useQuestion(id: string, onGone: () => void, initial?: QuestionDetail) {
  const { authenticated } = useApi()
  const [question, setQuestion] = useState(initial)
  // The answer to a poll may be older than what was done since.
  const [reads] = useState(freshReads)
  const read = async (options: { signal?: AbortSignal } = {}) => {
    const { data } = await reads.read(() => authenticated.questions.showQuestion({ id }, options))
    setQuestion(data)
    return data
  }
  const { hasFailed, restart } = usePolling<QuestionDetail>(id, {
    request: (signal) => read({ signal }),
    isFinal: ({ isDeleted }) => isDeleted,
    schedule,
  })
  const { busy, run } = useAction<string>(
    (error) => serverMessage(error) ?? 'Belum tersimpan. Periksa koneksimu, lalu coba lagi.',
  )

  /** After a change, which is done whether or not its result can be loaded now. False: the question is gone. */
  const reload = async () => {
    reads.changed()
    try {
      await read()
    } catch (error) {
      if (failureCode(error) === 'NOT_FOUND') return false
      restart()
    }
    return true
  }
  const act = (name: string, work: () => Promise<unknown>) =>
    run(name, async () => {
      await work()
      if (!(await reload())) onGone()
    })
  return { question, hasFailed, busy, act, run, reload, retry: restart }
}
