import { SelectField } from '#web/kit/ui/field.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { plainText } from '#contract/kit/text/html-text.ts'
import type { AnswerProps } from './answer-props.ts'

const letter = (index: number) => String.fromCodePoint(65 + index)

/** Pairs: each left side chooses its right side. The right sides are listed with letters, because they may contain code and pictures. */
export function PairsField({ question, value, isLocked, onChange }: AnswerProps) {
  const { lefts = [], rights = [] } = question
  const chosen = typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {}

  function choose(leftId: string, rightId: string) {
    const { [leftId]: _, ...others } = chosen
    onChange(rightId === '' ? others : { ...others, [leftId]: rightId })
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <ol className="grid content-start gap-2" aria-label="Pilihan pasangan">
        {rights.map(({ _id, text }, index) => (
          <li key={_id} className="flex gap-2 rounded-field bg-sunken px-3 py-2">
            <strong>{letter(index)}.</strong>
            <Prose html={text} />
          </li>
        ))}
      </ol>
      <ol className="grid content-start gap-3" aria-label="Yang dipasangkan">
        {lefts.map(({ _id, text }) => (
          <li key={_id} className="grid gap-1">
            <Prose html={text} />
            <SelectField
              label={`Pasangan ${plainText(text)}`}
              disabled={isLocked}
              value={chosen[_id] ?? ''}
              onChange={(event) => choose(_id, event.target.value)}
            >
              <option value="">Pilih pasangannya</option>
              {rights.map((right, index) => (
                <option key={right._id} value={right._id}>
                  {letter(index)}. {plainText(right.text)}
                </option>
              ))}
            </SelectField>
          </li>
        ))}
      </ol>
    </div>
  )
}
