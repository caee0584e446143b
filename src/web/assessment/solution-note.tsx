import type { ReactNode } from 'react'
import type { AttemptQuestion, Solution } from '#contract/assessment/quiz-attempts.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { formatNumber } from './numbers.ts'

/** Earned points, the right answer where the options do not show it, and feedback. */
export function SolutionNote({ question, solution }: { question: AttemptQuestion; solution: Solution }) {
  const isFull = solution.points === question.points
  return (
    <div className="grid gap-2 rounded-field bg-sunken p-3.5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isFull ? 'success' : solution.points > 0 ? 'promo' : 'danger'}>
          {isFull ? 'Benar' : solution.points > 0 ? 'Sebagian benar' : 'Belum benar'}
        </Badge>
        <span className="text-sm tabular-nums">
          {formatNumber(solution.points)} dari {question.points} poin
        </span>
      </p>
      <RightAnswer question={question} solution={solution} />
      {solution.feedback !== '' && <Prose html={solution.feedback} />}
    </div>
  )
}

const describeNumber = (answer: number, tolerance = 0): string =>
  formatNumber(answer) + (tolerance ? ` (selisih sampai ${formatNumber(tolerance)})` : '')

function RightAnswer({
  question,
  solution: { correct, tolerance, others },
}: {
  question: AttemptQuestion
  solution: Solution
}): ReactNode {
  switch (question.type) {
    case 'text':
      return <p className="text-sm">Jawaban yang diterima: {Array.isArray(correct) ? correct.join(' / ') : ''}</p>
    case 'number':
      return (
        <p className="text-sm">
          Jawaban:{' '}
          {[
            describeNumber(Number(correct), tolerance),
            ...(others ?? []).map((other) => describeNumber(other.answer, other.tolerance)),
          ].join(' atau ')}
        </p>
      )
    case 'order': {
      const texts = new Map(question.items?.map(({ _id, text }) => [_id, text]))
      return (
        <div className="text-sm">
          <p>Urutan yang benar:</p>
          <ol className="list-decimal pl-6">
            {Array.isArray(correct) &&
              correct.map((id: string) => <li key={id}>{<Prose html={texts.get(id) ?? ''} />}</li>)}
          </ol>
        </div>
      )
    }
    case 'pairs': {
      const rights = new Map(question.rights?.map(({ _id, text }) => [_id, text]))
      const pairs = correct as Readonly<Record<string, string>>
      return (
        <div className="text-sm">
          <p>Pasangan yang benar:</p>
          <ul className="grid gap-1">
            {question.lefts?.map(({ _id, text }) => (
              <li key={_id} className="flex flex-wrap items-center gap-2">
                <Prose html={text} /> <span>–</span> <Prose html={rights.get(pairs[_id] ?? '') ?? ''} />
              </li>
            ))}
          </ul>
        </div>
      )
    }
    default:
      return null
  }
}
