import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { questionTypes, type QuestionType } from '#contract/quiz.ts'
import { plainText } from '#web/assessment/questions/plain-text.ts'
import { SortableRows } from '#web/staff-kit/sortable-rows.tsx'
import { Button } from '#web/ui/button.tsx'
import { duplicate, newQuestion, typeLabels, type EditorQuestion } from './editor-question.ts'
import { QuestionEditor } from './question-editor.tsx'

type Props = {
  questions: readonly EditorQuestion[]
  /** The React key of the text editors; it changes when values are restored. */
  round: number
  errorAt: (path: string) => string | undefined
  /** Whether a question has any error. */
  hasError: (index: number) => boolean
  onChange: (questions: EditorQuestion[]) => void
}

const nameOf = (question: EditorQuestion) => plainText(question.text) || typeLabels[question.type]

/** All questions in order; one of them is open for editing. A deleted one can be brought back. */
export function QuestionList({ questions, round, errorAt, hasError, onChange }: Props) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<{ question: EditorQuestion; index: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const indexOf = ({ _id }: EditorQuestion) => questions.findIndex((question) => question._id === _id)

  function insert(question: EditorQuestion, index: number) {
    onChange(questions.toSpliced(index, 0, question))
    setOpenId(question._id)
  }
  function remove(question: EditorQuestion) {
    const index = indexOf(question)
    setDeleted({ question, index })
    onChange(questions.toSpliced(index, 1))
    // The focused button disappears with its row.
    requestAnimationFrame(() => undo.current?.focus())
  }
  return (
    <section aria-labelledby="pertanyaan" className="grid gap-3">
      <h2 id="pertanyaan" className="text-lg font-bold">
        Pertanyaan ({questions.length})
      </h2>
      {questions.length === 0 && (
        <p className="rounded-card border border-dashed border-border px-4 py-6 text-center text-ink-2">
          Belum ada pertanyaan. Pilih jenisnya di bawah untuk mulai.
        </p>
      )}
      <SortableRows
        items={questions}
        idOf={({ _id }) => _id}
        nameOf={nameOf}
        onOrder={onChange}
        label="Daftar pertanyaan"
        renderBelow={(question) => {
          const index = indexOf(question)
          if (question._id !== openId) return null
          return (
            <QuestionEditor
              key={`${question._id} ${round}`}
              question={question}
              errorAt={(path) => errorAt(`questions.${index}.${path}`)}
              onChange={(changed) => onChange(questions.map((other) => (other._id === question._id ? changed : other)))}
            />
          )
        }}
      >
        {(question) => (
          <>
            <span className="min-w-0 flex-1 basis-40 py-1.5">
              <span className="block font-semibold wrap-anywhere">{nameOf(question)}</span>
              <span className="block text-sm text-ink-3">
                {typeLabels[question.type]} · {question.points} poin
                {hasError(indexOf(question)) && <strong className="text-mengkudu"> · ada yang perlu diperbaiki</strong>}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <Button
                type="button"
                variant="outline"
                size="sm"
                aria-expanded={question._id === openId}
                onClick={() => setOpenId(question._id === openId ? null : question._id)}
              >
                <Pencil aria-hidden className="size-4" />
                {question._id === openId ? 'Tutup' : 'Ubah'}
                <span className="sr-only"> {nameOf(question)}</span>
              </Button>
              <Button type="button" variant="ghost" size="sm" onClick={() => insert(duplicate(question), indexOf(question) + 1)}>
                <Copy aria-hidden className="size-4" />
                <span className="sr-only">Gandakan {nameOf(question)}</span>
              </Button>
              <Button type="button" variant="ghost" size="sm" className="text-mengkudu!" onClick={() => remove(question)}>
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Hapus {nameOf(question)}</span>
              </Button>
            </span>
          </>
        )}
      </SortableRows>
      <div role="status">
        {deleted && (
          <p className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-2">
            Pertanyaan dihapus: {nameOf(deleted.question)}
            <button
              ref={undo}
              type="button"
              className="min-h-11 font-bold text-nila underline"
              onClick={() => {
                insert(deleted.question, deleted.index)
                setDeleted(null)
              }}
            >
              Kembalikan pertanyaan
            </button>
          </p>
        )}
      </div>
      <div role="group" aria-label="Tambah pertanyaan" className="flex flex-wrap gap-2">
        {questionTypes.map((type: QuestionType) => (
          <Button key={type} type="button" variant="outline" size="sm" onClick={() => insert(newQuestion(type), questions.length)}>
            + {typeLabels[type]}
          </Button>
        ))}
      </div>
    </section>
  )
}
