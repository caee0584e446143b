import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import type { Attempt, QuizStart } from '#contract/assessment/quiz-attempts.ts'
import { QuestionField } from './question-field.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import type { AttemptState } from './use-attempt.ts'

type Props = { attempt: Attempt; start: QuizStart; state: AttemptState; nextUrl: string }

/** The result of a submitted attempt, with as much as the quiz lets students see. */
export function Result({ attempt, start, state, nextUrl }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [attempt._id])
  const { result, questions } = attempt
  if (!result) return null
  const hasSolutions = questions.some(({ solution }) => solution)
  const hasMore = start.attemptsLeft === null || start.attemptsLeft > 0
  return (
    <div className="grid gap-5">
      <div className={`rounded-card border p-5 ${result.passed ? 'border-daun bg-daun-50' : 'border-line bg-surface'}`}>
        <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2 text-xl font-extrabold outline-none">
          {result.passed && <CircleCheck aria-hidden className="size-6 text-daun" />}
          {result.passed ? 'Lulus! Kerja bagus.' : 'Belum lulus kali ini'}
        </h2>
        <p className="mt-1">
          Nilaimu <strong className="tabular-nums">{result.percent}%</strong>. Nilai lulus {attempt.passPercent}%.
          {!result.passed && hasMore && ' Pelajari lagi materinya, lalu coba sekali lagi.'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          {result.passed && <ButtonLink to={nextUrl}>Lanjut ke materi berikutnya</ButtonLink>}
          {hasMore && (
            <Button
              variant={result.passed ? 'outline' : 'primary'}
              busy={state.isOpening}
              onClick={() => void state.begin()}
            >
              Coba lagi
            </Button>
          )}
          <Button variant="ghost" onClick={state.closeResult}>
            Ringkasan kuis
          </Button>
        </div>
        {state.failure && <p className="mt-3 font-semibold text-mengkudu">{state.failure}</p>}
      </div>
      {!hasSolutions && (
        <p className="text-sm text-ink-2">
          {attempt.showAnswers === 'after-pass'
            ? 'Jawaban yang benar tampil setelah kamu lulus.'
            : 'Jawaban yang benar tidak ditampilkan untuk kuis ini.'}
        </p>
      )}
      {questions.map((question, index) => (
        <section
          key={question._id}
          aria-label={`Soal ${index + 1}`}
          className="break-inside-avoid rounded-card border border-line bg-surface p-4 md:p-6"
        >
          <QuestionField
            question={question}
            number={index + 1}
            value={attempt.answers[question._id]}
            isLocked
            onChange={() => {}}
          />
        </section>
      ))}
    </div>
  )
}
