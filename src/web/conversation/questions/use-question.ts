import { useState } from 'react'
import { registerContract, serverMessage } from '#contract/kit/client.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { questionsContract, type QuestionDetail } from '#contract/conversation/questions.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { usePolling } from '#web/kit/ui/behaviour/use-polling.ts'

registerContract({ questions: questionsContract })

/** New answers appear this soon while somebody looks. */
const schedule = { intervalMs: 8_000, maxIntervalMs: minuteMs, deadlineMs: 20 * minuteMs }

/** A question with its answers, kept up to date while the page is shown. */
export function useQuestion(id: string, initial?: QuestionDetail) {
  const { authenticated } = useApi()
  const { data, hasFailed, restart } = usePolling<QuestionDetail>(id, {
    request: async (signal) => (await authenticated.questions.showQuestion({ id }, { signal })).data,
    isFinal: ({ isDeleted }) => isDeleted,
    schedule,
  })
  // What an action answered is newer than what was requested before it.
  const [acted, setActed] = useState<{ question: QuestionDetail; over: QuestionDetail | undefined } | null>(null)
  const { busy, run } = useAction<string>(
    (error) => serverMessage(error) ?? 'Belum tersimpan. Periksa koneksimu, lalu coba lagi.',
  )

  const reload = async () => {
    const { data: question } = await authenticated.questions.showQuestion({ id })
    setActed({ question, over: data })
  }
  const act = (name: string, work: () => Promise<unknown>) =>
    run(name, async () => {
      await work()
      // It is done, whether or not its result can be loaded now.
      await reload().catch(restart)
    })
  const question = acted && acted.over === data ? acted.question : (data ?? initial)
  return { question, hasFailed, busy, act, run, reload: () => void reload().catch(restart), retry: restart }
}
