import { Prose } from '#web/kit/ui/prose.tsx'
import type { AnswerProps } from './answer-props.ts'
import { ChoiceField } from './choice-field.tsx'
import { NumberField, ShortTextField } from './typed-fields.tsx'
import { OrderField } from './order-field.tsx'
import { PairsField } from './pairs-field.tsx'
import { SolutionNote } from './solution-note.tsx'

type Props = Omit<AnswerProps, 'labelledBy'> & { number: number }

/** A question with its controls, and its solution if there is one. The player and the preview of the editor share it. */
export function QuestionField({ number, ...props }: Props) {
  const { question } = props
  const labelledBy = `soal-${question._id}`
  const answer = { ...props, labelledBy }
  return (
    <div className="grid gap-4">
      <div id={labelledBy} className="min-w-0">
        <p className="text-sm text-ink-3">
          Soal {number} · {question.points} poin
        </p>
        <Prose html={question.text} />
      </div>
      {(question.type === 'one' || question.type === 'several' || question.type === 'boolean') && (
        <ChoiceField {...answer} />
      )}
      {question.type === 'text' && <ShortTextField key={question._id} {...answer} />}
      {question.type === 'number' && <NumberField key={question._id} {...answer} />}
      {question.type === 'order' && <OrderField {...answer} />}
      {question.type === 'pairs' && <PairsField {...answer} />}
      {question.solution && <SolutionNote question={question} solution={question.solution} />}
    </div>
  )
}
