import { useRef } from 'react'
import type { Question } from '#contract/assessment/quiz.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type TextQuestion = Extract<Question, { type: 'text' }>
type Props = {
  question: TextQuestion
  errorAt: (path: string) => string | undefined
  onChange: (question: TextQuestion) => void
}

/** The texts that are accepted as an answer. */
export function TextEditor({ question, errorAt, onChange }: Props) {
  const addButton = useRef<HTMLButtonElement>(null)
  const { accepted } = question
  function remove(index: number) {
    // The fields of the answers after it move up, so only the last row goes; the button of the only one that is left is disabled.
    if (index === accepted.length - 1 || accepted.length === 2) addButton.current?.focus()
    toast.success(`Jawaban ${index + 1} dihapus.`)
    onChange({ ...question, accepted: accepted.toSpliced(index, 1) })
  }
  return (
    <div role="group" aria-label="Jawaban yang diterima" className="grid gap-2">
      {accepted.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- A text without an identity of its own; the fields are controlled.
        <div key={index} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              label={`Jawaban ${index + 1}`}
              value={text}
              maxLength={200}
              autoComplete="off"
              error={errorAt(`accepted.${index}`) ?? (index === 0 ? errorAt('accepted') : undefined)}
              onChange={(event) => onChange({ ...question, accepted: accepted.with(index, event.target.value) })}
            />
          </div>
          <Button
            type="button"
            variant="ghost"
            className="mt-7 text-mengkudu!"
            disabled={accepted.length < 2}
            onClick={() => remove(index)}
          >
            Hapus<span className="sr-only"> jawaban {index + 1}</span>
          </Button>
        </div>
      ))}
      <p className="text-sm text-ink-3">Huruf besar kecil dan spasi tidak dibedakan.</p>
      <Button
        ref={addButton}
        type="button"
        variant="outline"
        size="sm"
        className="justify-self-start"
        disabled={accepted.length >= 20}
        onClick={() => onChange({ ...question, accepted: [...accepted, ''] })}
      >
        Tambah jawaban
      </Button>
    </div>
  )
}
