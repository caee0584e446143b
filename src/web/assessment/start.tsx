import { formatShortDateTime } from '#contract/kit/days.ts'
import type { QuizStart } from '#contract/assessment/quiz-attempts.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import type { AttemptState } from './use-attempt.ts'

const answersShown: Record<QuizStart['showAnswers'], string> = {
  'after-question': 'Jawaban yang benar tampil setelah tiap soal.',
  'after-attempt': 'Jawaban yang benar tampil setelah kuis dikumpulkan.',
  'after-pass': 'Jawaban yang benar tampil setelah kamu lulus.',
  never: 'Jawaban yang benar tidak ditampilkan.',
}

type State = Pick<AttemptState, 'failure' | 'isOpening' | 'begin' | 'showResult'>

/** Terms of the quiz, the best result, and the attempts so far. */
export function Start({ start, state }: { start: QuizStart; state: State }) {
  const isStarted = start.attempts[0]?.submittedAt === null
  const isUsedUp = start.attemptsLeft === 0 && !isStarted
  const facts = [
    ['Soal', String(start.questionCount)],
    ['Nilai lulus', `${start.passPercent}%`],
    ['Waktu', start.timeLimitMinutes === null ? 'Tanpa batas' : `${start.timeLimitMinutes} menit`],
    ['Sisa kesempatan', start.attemptsLeft === null ? 'Tanpa batas' : String(start.attemptsLeft)],
    ['Nilai terbaik', start.best ? `${start.best.percent}%${start.best.passed ? ' · lulus' : ''}` : 'Belum ada'],
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
        {facts.map(([label, value]) => (
          <div key={label} className="rounded-card border border-line bg-surface p-3.5">
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="mt-0.5 font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">
        {answersShown[start.showAnswers]} Jawabanmu tersimpan otomatis, juga saat koneksi terputus.
        {start.timeLimitMinutes !== null && ' Waktu berjalan sejak kuis dibuka, juga saat halaman ditutup.'}
      </p>
      <FormError>{state.failure}</FormError>
      {start.questionCount === 0 && !isStarted ? (
        <p className="font-semibold">Kuis ini belum punya soal. Coba lagi nanti, ya.</p>
      ) : isUsedUp ? (
        <p className="font-semibold">Kesempatanmu untuk kuis ini sudah habis.</p>
      ) : (
        <div>
          <Button size="lg" busy={state.isOpening} onClick={() => void state.begin()}>
            {isStarted ? 'Lanjutkan kuis' : start.attempts.length > 0 ? 'Coba lagi' : 'Mulai kuis'}
          </Button>
        </div>
      )}
      {start.attempts.some(({ result }) => result) && (
        <section aria-labelledby="percobaan">
          <h2 id="percobaan" className="mb-2 text-lg font-bold">
            Percobaanmu
          </h2>
          <ul className="grid gap-2">
            {start.attempts.map(
              ({ _id, number, submittedAt, result }) =>
                result &&
                submittedAt && (
                  <li
                    key={_id}
                    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-3.5 py-2"
                  >
                    <span className="font-semibold">Ke-{number}</span>
                    <span className="text-sm text-ink-3">{formatShortDateTime(submittedAt)}</span>
                    <span className="font-bold tabular-nums">{result.percent}%</span>
                    <Badge tone={result.passed ? 'success' : 'neutral'}>
                      {result.passed ? 'Lulus' : 'Belum lulus'}
                    </Badge>
                    <Button variant="ghost" size="sm" className="ml-auto" onClick={() => state.showResult(_id)}>
                      Lihat<span className="sr-only"> percobaan ke-{number}</span>
                    </Button>
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
    </div>
  )
}
