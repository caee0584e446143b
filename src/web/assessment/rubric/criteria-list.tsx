import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef, useState } from 'react'
import { maximumCriteria } from '#contract/assignment.ts'
import { SortableRows } from '#web/staff-kit/sortable-rows.tsx'
import { Button } from '#web/ui/button.tsx'
import { CriterionEditor } from './criterion-editor.tsx'
import { bestOf, newCriterion, type EditorCriterion } from './editor-criterion.ts'

type Props = {
  criteria: readonly EditorCriterion[]
  errorAt: (path: string) => string | undefined
  /** Whether a criterion has any error. */
  hasError: (index: number) => boolean
  onChange: (criteria: EditorCriterion[]) => void
}

/** All criteria in order; one of them is open for editing. A deleted one can be brought back. */
export function CriteriaList({ criteria, errorAt, hasError, onChange }: Props) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<{ criterion: EditorCriterion; index: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  const indexOf = ({ _id }: EditorCriterion) => criteria.findIndex((criterion) => criterion._id === _id)
  const nameOf = (criterion: EditorCriterion) => criterion.title.trim() || `Kriteria ${indexOf(criterion) + 1}`

  function insert(criterion: EditorCriterion, index: number) {
    onChange(criteria.toSpliced(index, 0, criterion))
    setOpenId(criterion._id)
  }
  function remove(criterion: EditorCriterion) {
    const index = indexOf(criterion)
    setDeleted({ criterion, index })
    onChange(criteria.toSpliced(index, 1))
    // The focused button disappears with its row.
    requestAnimationFrame(() => undo.current?.focus())
  }
  return (
    <section aria-labelledby="kriteria" className="grid gap-3">
      <h2 id="kriteria" className="text-lg font-bold">
        Kriteria ({criteria.length})
      </h2>
      {criteria.length === 0 && (
        <p className="rounded-card border border-dashed border-border px-4 py-6 text-center text-ink-2">
          Belum ada kriteria. Tanpa rubrik, tugas yang diterima mendapat nilai tertinggi.
        </p>
      )}
      <SortableRows
        items={criteria}
        idOf={({ _id }) => _id}
        nameOf={nameOf}
        onOrder={onChange}
        label="Daftar kriteria"
        renderBelow={(criterion) =>
          criterion._id === openId && (
            <CriterionEditor
              key={criterion._id}
              criterion={criterion}
              errorAt={(path) => errorAt(`criteria.${indexOf(criterion)}.${path}`)}
              onChange={(changed) => onChange(criteria.map((other) => (other._id === criterion._id ? changed : other)))}
            />
          )
        }
      >
        {(criterion) => (
          <>
            <span className="min-w-0 flex-1 basis-40 py-1.5">
              <span className="block font-semibold wrap-anywhere">{nameOf(criterion)}</span>
              <span className="block text-sm text-ink-3">
                {criterion.levels.length} tingkat · sampai {bestOf(criterion)} poin
                {hasError(indexOf(criterion)) && <strong className="text-mengkudu"> · ada yang perlu diperbaiki</strong>}
              </span>
            </span>
            <span className="flex flex-wrap gap-1">
              <Button
                type="button"
                variant="outline"
                size="sm"
                aria-expanded={criterion._id === openId}
                onClick={() => setOpenId(criterion._id === openId ? null : criterion._id)}
              >
                <Pencil aria-hidden className="size-4" />
                {criterion._id === openId ? 'Tutup' : 'Ubah'}
                <span className="sr-only"> {nameOf(criterion)}</span>
              </Button>
              <Button type="button" variant="ghost" size="sm" className="text-mengkudu!" onClick={() => remove(criterion)}>
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Hapus {nameOf(criterion)}</span>
              </Button>
            </span>
          </>
        )}
      </SortableRows>
      <div role="status">
        {deleted && (
          <p className="flex flex-wrap items-center gap-3 rounded-card bg-sunken px-4 py-2">
            Kriteria dihapus{deleted.criterion.title && `: ${deleted.criterion.title}`}
            <button
              ref={undo}
              type="button"
              className="min-h-11 font-bold text-nila underline"
              onClick={() => {
                insert(deleted.criterion, deleted.index)
                setDeleted(null)
              }}
            >
              Kembalikan kriteria
            </button>
          </p>
        )}
      </div>
      {errorAt('criteria') && (
        <p role="alert" className="font-semibold text-mengkudu">
          {errorAt('criteria')}
        </p>
      )}
      <Button
        type="button"
        variant="outline"
        className="justify-self-start"
        disabled={criteria.length >= maximumCriteria}
        onClick={() => insert(newCriterion(), criteria.length)}
      >
        <Plus aria-hidden className="size-4.5" /> Tambah kriteria
      </Button>
    </section>
  )
}
