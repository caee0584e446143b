import { TextField } from '#web/kit/ui/field.tsx'
import type { AnswerProps } from './answer-props.ts'
import { describeReading, parseNumber } from './numbers.ts'
import { useTypedNumber } from './use-typed-number.ts'

export function ShortTextField({ value, isLocked, onChange, labelledBy }: AnswerProps) {
  return (
    <TextField
      label="Jawabanmu"
      aria-describedby={labelledBy}
      maxLength={1000}
      autoComplete="off"
      disabled={isLocked}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A number as typed; what is no number stays in the field, and counts as no answer. */
export function NumberField({ value, isLocked, onChange, labelledBy }: AnswerProps) {
  const [typed, setTyped] = useTypedNumber(value)
  const isUnreadable = typed.trim() !== '' && parseNumber(typed) === null
  return (
    <TextField
      label="Jawabanmu"
      aria-describedby={labelledBy}
      inputMode="decimal"
      maxLength={40}
      autoComplete="off"
      disabled={isLocked}
      value={typed}
      hint={describeReading(typed)}
      error={isUnreadable ? `“${typed.trim()}” bukan angka, jadi belum tersimpan. Tulis misalnya 3,14` : null}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(parseNumber(event.target.value) ?? undefined)
      }}
    />
  )
}
