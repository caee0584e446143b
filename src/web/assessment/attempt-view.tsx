import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useRef, useState } from 'react'
import { isAnswered, type AnswerValue } from '#contract/assessment/quiz-values.ts'
import type { AttemptQuestion } from '#contract/assessment/quiz-attempts.ts'
import { notKeptText } from '#web/kit/device/device-value.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { QuestionField } from './question-field.tsx'
import { placeOfAnswers, type StoredAttempt } from './quiz-store.ts'
import { Timer } from './timer.tsx'
import type { AttemptState } from './use-attempt.ts'

/** An open attempt: one question at a time with a map of all, or all below each other. */
export function AttemptView({ stored, state }: { stored: StoredAttempt; state: AttemptState }) {
  const { attempt, wantsSubmit } = stored
  const { questions } = attempt
  const [index, setIndex] = useState(0)
  const [showsAll, setShowsAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const valueOf = ({ _id }: AttemptQuestion): AnswerValue | undefined => stored.drafts[_id] ?? stored.answers[_id]
  const isDone = (question: AttemptQuestion) => isAnswered(valueOf(question))
  // Pictures of later questions, which may be opened without a connection.
  useEffect(() => {
    for (const [, src] of JSON.stringify(questions).matchAll(/src=\\"([^"\\]+)/g)) new Image().src = src ?? ''
  }, [questions])
  const unanswered = questions.filter((question) => !isDone(question)).length
  const current = questions[index]

  function go(to: number) {
    setIndex(to)
    heading.current?.focus()
  }
  async function submit() {
    const text = unanswered > 0 ? `${unanswered} soal belum dijawab. ` : ''
    const isConfirmed = await askConfirm({
      title: 'Kumpulkan jawaban?',
      text: `${text}Setelah dikumpulkan, jawaban tidak bisa diubah lagi.`,
      confirmLabel: 'Kumpulkan',
      cancelLabel: 'Periksa lagi',
    })
    if (!isConfirmed) return
    state.submit()
    // The notice of how it goes is beside the heading.
    heading.current?.focus()
  }
  const card = (question: AttemptQuestion, number: number) => (
    <section
      key={question._id}
      aria-label={`Soal ${number}`}
      className="break-inside-avoid rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <QuestionField
        question={question}
        number={number}
        value={valueOf(question)}
        isLocked={wantsSubmit || question.solution !== undefined}
        onChange={(value) => state.answer(question._id, value)}
      />
      {attempt.showAnswers === 'after-question' && !question.solution && (
        <Button
          variant="outline"
          className="mt-4"
          disabled={!isDone(question)}
          busy={stored.changed.includes(question._id)}
          onClick={() => state.check(question._id)}
        >
          Periksa jawaban
        </Button>
      )}
    </section>
  )

  return (
    <div className="group/attempt grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="font-bold outline-none">
          {showsAll ? `${questions.length} soal` : `Soal ${index + 1} dari ${questions.length}`}
        </h2>
        {attempt.deadline && (
          <Timer deadline={attempt.deadline} clockOffsetMs={stored.clockOffsetMs} onOver={state.submit} />
        )}
        <SaveNotice stored={stored} state={state} />
      </div>
      <nav aria-label="Daftar soal" className="print:hidden">
        <ol className="flex flex-wrap gap-1.5">
          {questions.map((question, at) => (
            <li key={question._id}>
              <button
                type="button"
                aria-label={`Soal ${at + 1}, ${isDone(question) ? 'sudah' : 'belum'} dijawab`}
                aria-current={!showsAll && at === index ? 'true' : undefined}
                onClick={() => {
                  setShowsAll(false)
                  go(at)
                }}
                className={`grid size-11 place-items-center rounded-field border text-sm font-semibold tabular-nums aria-[current]:border-2 aria-[current]:border-nila ${
                  isDone(question) ? 'border-nila bg-nila-50 text-nila' : 'border-border bg-surface text-ink-2'
                }`}
              >
                {at + 1}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {showsAll ? questions.map((question, at) => card(question, at + 1)) : current && card(current, index + 1)}
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {!showsAll && (
          <>
            <Button variant="outline" className="max-sm:flex-1" disabled={index === 0} onClick={() => go(index - 1)}>
              {stepLabel('sebelumnya')}
            </Button>
            <Button
              variant={index === questions.length - 1 ? 'outline' : 'primary'}
              className="max-sm:flex-1"
              disabled={index === questions.length - 1}
              onClick={() => go(index + 1)}
            >
              {stepLabel('berikutnya')}
            </Button>
          </>
        )}
        <Button variant="ghost" className="max-sm:grow" aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Satu per satu' : 'Tampilkan semua'}
        </Button>
        <Button
          className="max-sm:grow sm:ml-auto"
          variant={showsAll || unanswered === 0 || index === questions.length - 1 ? 'primary' : 'outline'}
          busy={wantsSubmit && state.syncState === 'sending'}
          disabled={wantsSubmit}
          onClick={() => void submit()}
        >
          Kumpulkan
        </Button>
      </div>
    </div>
  )
}

/** "Soal berikutnya"; on phones "Berikutnya", so that both buttons fit into one row. */
const stepLabel = (direction: 'sebelumnya' | 'berikutnya') => (
  <span>
    <span className="max-sm:sr-only">Soal </span>
    <span className="max-sm:inline-block max-sm:first-letter:uppercase">{direction}</span>
  </span>
)

const deviceTexts = {
  device: {
    later: 'Belum tersambung. Jawaban tersimpan di perangkat ini, dikirim saat online.',
    submit:
      'Belum tersambung. Jawaban tersimpan di perangkat ini dan dikumpulkan saat online, selama waktunya belum habis.',
  },
  page: { later: notKeptText, submit: notKeptText },
} as const

/** Keeps what is no number in its field only, which says so: nothing is called saved beside it. */
const exceptBesideUnsaved = 'group-has-[[aria-invalid]]/attempt:hidden'

/** Where the answers are. The live region is rendered before its text, so that screen readers announce it. */
function SaveNotice({ stored, state }: { stored: StoredAttempt; state: AttemptState }) {
  const isWaiting = state.syncState === 'waiting'
  const place = placeOfAnswers(stored, { isWaiting, isKept: state.isKept })
  return (
    <div role="status" className="basis-full text-sm text-ink-2 print:hidden">
      {place === 'device' || place === 'page' ? (
        <p className={`flex items-start gap-2 ${place === 'device' && !stored.wantsSubmit ? exceptBesideUnsaved : ''}`}>
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {deviceTexts[place][stored.wantsSubmit ? 'submit' : 'later']}
        </p>
      ) : stored.wantsSubmit ? (
        <p>Mengumpulkan jawaban…</p>
      ) : (
        place === 'server' && (
          <p className={`flex items-center gap-2 ${exceptBesideUnsaved}`}>
            <Check aria-hidden className="size-4 shrink-0 text-daun" /> Jawaban tersimpan
          </p>
        )
      )}
    </div>
  )
}
