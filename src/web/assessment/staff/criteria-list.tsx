import Plus from 'lucide-react/icons/plus'
import { maximumCriteria } from '#contract/assessment/assignment.ts'
import { EditableList } from '#web/kit/staff/lists/editable-list.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { CriterionEditor } from './criterion-editor.tsx'
import { bestOf, newCriterion, type EditorCriterion } from './editor-criterion.ts'

type Props = {
  criteria: readonly EditorCriterion[]
  errorAt: (path: string) => string | undefined
  /** True when a criterion has any error. */
  hasError: (index: number) => boolean
  /** Counts the attempts to save. */
  attempts: number
  /** True when fields above have errors. */
  errorsBefore: boolean
  onChange: (criteria: EditorCriterion[]) => void
}

/** All criteria of a rubric in order. */
export function CriteriaList({ criteria, errorAt, hasError, attempts, errorsBefore, onChange }: Props) {
  return (
    <EditableList
      items={criteria}
      noun="kriteria"
      emptyText="Belum ada kriteria. Tanpa rubrik, tugas yang diterima mendapat nilai tertinggi."
      nameOf={(criterion) => criterion.title.trim() || `Kriteria ${criteria.indexOf(criterion) + 1}`}
      summaryOf={(criterion) => `${criterion.levels.length} tingkat · sampai ${bestOf(criterion)} poin`}
      hasError={hasError}
      attempts={attempts}
      errorsBefore={errorsBefore}
      onChange={onChange}
      renderEditor={(criterion, index, change) => (
        <CriterionEditor
          key={criterion._id}
          criterion={criterion}
          errorAt={(path) => errorAt(`criteria.${index}.${path}`)}
          onChange={change}
        />
      )}
      renderAdd={(add) => (
        <>
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
            onClick={() => add(newCriterion())}
          >
            <Plus aria-hidden className="size-4.5" /> Tambah kriteria
          </Button>
        </>
      )}
    />
  )
}
