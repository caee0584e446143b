import { useRef } from 'react'
import type { Question } from '#contract/assessment/quiz.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { describeReading, parseNumber } from '#web/assessment/numbers.ts'
import { useTypedNumber } from '#web/assessment/use-typed-number.ts'

type NumberQuestion = Extract<Question, { type: 'number' }>
type Props = {
  question: NumberQuestion
  errorAt: (path: string) => string | undefined
  onChange: (question: NumberQuestion) => void
}

/** The right number of a question with its tolerance, and further ones. */
export function NumberEditor({ question, errorAt, onChange }: Props) {
  const addButton = useRef<HTMLButtonElement>(null)
  const others = question.others ?? []
  return (
    <div className="grid gap-3">
      <div className="grid gap-x-4 sm:grid-cols-2">
        <DecimalField
          label="Jawaban"
          value={question.answer}
          error={errorAt('answer')}
          onChange={(answer) => onChange({ ...question, answer })}
        />
        <DecimalField
          label="Selisih yang diterima"
          value={question.tolerance}
          error={errorAt('tolerance')}
          onChange={(tolerance) => onChange({ ...question, tolerance })}
        />
      </div>
      {others.map((other, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no ids, and nothing of their own.
          key={index}
          className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] sm:items-start"
        >
          <DecimalField
            label={`Jawaban lain ${index + 1}`}
            value={other.answer}
            error={errorAt(`others.${index}.answer`)}
            onChange={(answer) => onChange({ ...question, others: others.with(index, { ...other, answer }) })}
          />
          <DecimalField
            label={`Selisih jawaban lain ${index + 1}`}
            value={other.tolerance}
            error={errorAt(`others.${index}.tolerance`)}
            onChange={(tolerance) => onChange({ ...question, others: others.with(index, { ...other, tolerance }) })}
          />
          <Button
            type="button"
            variant="ghost"
            className="justify-self-start text-mengkudu! sm:mt-7"
            onClick={() => {
              addButton.current?.focus()
              toast.success(`Jawaban lain ${index + 1} dihapus.`)
              onChange({ ...question, others: others.toSpliced(index, 1) })
            }}
          >
            Hapus<span className="sr-only"> jawaban lain {index + 1}</span>
          </Button>
        </div>
      ))}
      <Button
        ref={addButton}
        type="button"
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={others.length >= 19}
        // Empty until it is typed; the schema asks for it.
        onClick={() =>
          onChange({ ...question, others: [...others, { answer: '' as unknown as number, tolerance: 0 }] })
        }
      >
        Tambah jawaban lain
      </Button>
    </div>
  )
}

type DecimalProps = { label: string; value: number; error: string | undefined; onChange: (value: number) => void }

/** A number with decimals. What is no number stays as typed, so that the schema rejects it. */
function DecimalField({ label, value, error, onChange }: DecimalProps) {
  const [typed, setTyped] = useTypedNumber(value)
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      hint={describeReading(typed)}
      error={error}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(parseNumber(event.target.value) ?? (event.target.value as unknown as number))
      }}
    />
  )
}
