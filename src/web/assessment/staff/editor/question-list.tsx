import { questionTypes } from '#contract/assessment/quiz.ts'
import { plainText } from '#contract/kit/text/html-text.ts'
import { EditableList } from '#web/kit/staff/lists/editable-list.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { duplicate, newQuestion, typeLabels, type EditorQuestion } from './editor-question.ts'
import { QuestionEditor } from './question-editor.tsx'

type Props = {
  questions: readonly EditorQuestion[]
  /** The React key of the text editors; it changes when values are restored. */
  round: number
  errorAt: (path: string) => string | undefined
  /** True when a question has any error. */
  hasError: (index: number) => boolean
  /** Counts the attempts to save. */
  attempts: number
  /** True when fields above have errors. */
  errorsBefore: boolean
  onChange: (questions: EditorQuestion[]) => void
}

/** All questions of a quiz in order. */
export function QuestionList({ questions, round, errorAt, hasError, attempts, errorsBefore, onChange }: Props) {
  return (
    <EditableList
      items={questions}
      noun="soal"
      emptyText="Belum ada soal. Pilih jenisnya di bawah untuk mulai."
      nameOf={(question) => plainText(question.text) || typeLabels[question.type]}
      summaryOf={(question) => `${typeLabels[question.type]} · ${question.points} poin`}
      hasError={hasError}
      attempts={attempts}
      errorsBefore={errorsBefore}
      onChange={onChange}
      duplicate={duplicate}
      renderEditor={(question, index, change) => (
        <QuestionEditor
          key={`${question._id} ${round}`}
          question={question}
          errorAt={(path) => errorAt(`questions.${index}.${path}`)}
          onChange={change}
        />
      )}
      renderAdd={(add) => (
        <div role="group" aria-label="Tambah soal" className="flex flex-wrap gap-2">
          {questionTypes.map((type) => (
            <Button key={type} type="button" variant="outline" size="sm" onClick={() => add(newQuestion(type))}>
              + {typeLabels[type]}
            </Button>
          ))}
        </div>
      )}
    />
  )
}
