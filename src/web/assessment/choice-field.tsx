import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { Prose } from '#web/kit/ui/prose.tsx'
import type { AnswerProps } from './answer-props.ts'

const trueOrFalse = [
  { _id: 'true', text: 'Benar' },
  { _id: 'false', text: 'Salah' },
]

/** One choice, several choices, or true and false, with native radio buttons and checkboxes. */
export function ChoiceField({ question, value, isLocked, onChange, labelledBy }: AnswerProps) {
  const { type, solution } = question
  const isSeveral = type === 'several'
  const options = type === 'boolean' ? trueOrFalse : (question.options ?? [])
  const chosen = new Set(Array.isArray(value) ? value : value === undefined ? [] : [String(value)])
  const right = new Set(
    Array.isArray(solution?.correct) ? solution.correct : solution ? [String(solution.correct)] : [],
  )

  function choose(id: string, isChosen: boolean) {
    if (type === 'boolean') return onChange(id === 'true')
    if (!isSeveral) return onChange(id)
    onChange(options.map(({ _id }) => _id).filter((other) => (other === id ? isChosen : chosen.has(other))))
  }
  return (
    <div role={isSeveral ? 'group' : 'radiogroup'} aria-labelledby={labelledBy} className="grid gap-2">
      {isSeveral && <p className="text-sm text-ink-3">Pilih semua yang benar.</p>}
      {options.map(({ _id, text }) => (
        <div key={_id}>
          <label className="flex min-h-11 items-start gap-3 rounded-field border border-border bg-surface px-3.5 py-2.5 has-checked:border-nila has-checked:bg-nila-50 has-disabled:opacity-90">
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name={`${labelledBy}-pilihan`}
              checked={chosen.has(_id)}
              disabled={isLocked}
              onChange={(event) => choose(_id, event.target.checked)}
              className="mt-0.5 size-5 shrink-0 accent-nila"
            />
            <span className="min-w-0 flex-1">
              <Prose html={text} />
            </span>
            {solution && (right.has(_id) || chosen.has(_id)) && (
              <Verdict isRight={right.has(_id)} isChosen={chosen.has(_id)} />
            )}
          </label>
          {solution?.optionFeedback[_id] && (chosen.has(_id) || right.has(_id)) && (
            <div className="px-3.5 pt-1 text-sm text-ink-2">
              <Prose html={solution.optionFeedback[_id]} />
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** Says apart what is right and what was chosen: a right option that was not chosen is no success. */
function Verdict({ isRight, isChosen }: { isRight: boolean; isChosen: boolean }) {
  const Icon = isRight ? Check : X
  return (
    <span className={`flex shrink-0 items-center gap-1 text-sm font-bold ${isRight ? 'text-daun' : 'text-mengkudu'}`}>
      <Icon aria-hidden className="size-4.5" />
      <span className="grid justify-items-end">
        {isRight && <span>Jawaban benar</span>}
        {isChosen && <span>{isRight ? 'Pilihanmu' : 'Pilihanmu, salah'}</span>}
      </span>
    </span>
  )
}
