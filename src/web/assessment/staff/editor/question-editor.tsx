import { ArticleField } from '#web/kit/staff/editor/article-field.tsx'
import { showAmount, typedAmount } from '#web/kit/staff/typed-number.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { newItem, newOption, newPair, type EditorQuestion } from './editor-question.ts'
import { InlineField } from './inline-field.tsx'
import { NumberEditor } from './number-editor.tsx'
import { PartsEditor } from './parts-editor.tsx'
import { TextEditor } from './text-editor.tsx'

type Props = {
  question: EditorQuestion
  /** The message of a field of this question, by its dotted path. */
  errorAt: (path: string) => string | undefined
  onChange: (question: EditorQuestion) => void
}

/** The fields of one question: its text, what its type needs, points and feedback. */
export function QuestionEditor({ question, errorAt, onChange }: Props) {
  return (
    <div className="grid gap-4 border-t border-line p-3 sm:p-4">
      <ArticleField
        label="Soal"
        initialHtml={question.text}
        error={errorAt('text')}
        onChange={(text) => onChange({ ...question, text })}
      />
      <AnswerEditor question={question} errorAt={errorAt} onChange={onChange} />
      <div className="grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <TextField
          label="Poin"
          inputMode="numeric"
          value={showAmount(question.points)}
          error={errorAt('points')}
          onChange={(event) => onChange({ ...question, points: typedAmount(event.target.value) as number })}
        />
        <InlineField
          label="Umpan balik soal"
          html={question.feedback}
          error={errorAt('feedback')}
          onChange={(feedback) => onChange({ ...question, feedback })}
        />
      </div>
    </div>
  )
}

function AnswerEditor({ question, errorAt, onChange }: Props) {
  switch (question.type) {
    case 'one':
    case 'several':
      return (
        <PartsEditor
          label="Pilihan jawaban"
          noun="pilihan"
          parts={question.options}
          idOf={({ _id }) => _id}
          create={() => newOption()}
          error={errorAt('options')}
          onChange={(options) => onChange({ ...question, options })}
        >
          {(option, index, change) => (
            <>
              <InlineField
                label={`Pilihan ${index + 1}`}
                html={option.text}
                error={errorAt(`options.${index}.text`)}
                onChange={(text) => change({ ...option, text })}
              />
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type={question.type === 'one' ? 'radio' : 'checkbox'}
                  name={`benar-${question._id}`}
                  checked={option.isCorrect}
                  className="size-5 accent-nila"
                  onChange={(event) => {
                    const options = question.options.map((other) => ({
                      ...other,
                      isCorrect:
                        other === option ? event.target.checked : question.type === 'several' && other.isCorrect,
                    }))
                    onChange({ ...question, options })
                  }}
                />
                Pilihan {index + 1} benar
              </label>
              <InlineField
                label={`Umpan balik pilihan ${index + 1}`}
                html={option.feedback}
                onChange={(feedback) => change({ ...option, feedback })}
              />
            </>
          )}
        </PartsEditor>
      )
    case 'boolean':
      return (
        <div className="grid gap-3">
          <fieldset className="flex flex-wrap gap-x-6">
            <legend className="text-sm font-semibold">Pernyataan ini</legend>
            {[true, false].map((answer) => (
              <label key={String(answer)} className="flex min-h-11 items-center gap-3">
                <input
                  type="radio"
                  name={`benar-${question._id}`}
                  checked={question.answer === answer}
                  className="size-5 accent-nila"
                  onChange={() => onChange({ ...question, answer })}
                />
                {answer ? 'Benar' : 'Salah'}
              </label>
            ))}
          </fieldset>
          <InlineField
            label="Umpan balik untuk Benar"
            html={question.trueFeedback}
            onChange={(trueFeedback) => onChange({ ...question, trueFeedback })}
          />
          <InlineField
            label="Umpan balik untuk Salah"
            html={question.falseFeedback}
            onChange={(falseFeedback) => onChange({ ...question, falseFeedback })}
          />
        </div>
      )
    case 'text':
      return <TextEditor question={question} errorAt={errorAt} onChange={onChange} />
    case 'number':
      return <NumberEditor question={question} errorAt={errorAt} onChange={onChange} />
    case 'order':
      return (
        <PartsEditor
          label="Langkah dalam urutan yang benar"
          noun="langkah"
          parts={question.items}
          idOf={({ _id }) => _id}
          create={newItem}
          error={errorAt('items')}
          onChange={(items) => onChange({ ...question, items })}
        >
          {(item, index, change) => (
            <InlineField
              label={`Langkah ${index + 1}`}
              html={item.text}
              error={errorAt(`items.${index}.text`)}
              onChange={(text) => change({ ...item, text })}
            />
          )}
        </PartsEditor>
      )
    case 'pairs':
      return (
        <PartsEditor
          label="Pasangan"
          noun="pasangan"
          parts={question.pairs}
          idOf={({ leftId }) => leftId}
          create={newPair}
          error={errorAt('pairs')}
          onChange={(pairs) => onChange({ ...question, pairs })}
        >
          {(pair, index, change) => (
            <div className="grid gap-x-3 sm:grid-cols-2">
              <InlineField
                label={`Kiri ${index + 1}`}
                html={pair.left}
                error={errorAt(`pairs.${index}.left`)}
                onChange={(left) => change({ ...pair, left })}
              />
              <InlineField
                label={`Kanan ${index + 1}`}
                html={pair.right}
                error={errorAt(`pairs.${index}.right`)}
                onChange={(right) => change({ ...pair, right })}
              />
            </div>
          )}
        </PartsEditor>
      )
  }
}
