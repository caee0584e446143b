import type { CourseStudent } from '#contract/learning/course-students.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { formatCount } from '#contract/kit/money.ts'
import { SelectionBar } from '#web/kit/staff/lists/selection-parts.tsx'
import { useSelection, type RowSelection } from '#web/kit/staff/lists/use-selection.ts'
import { Button } from '#web/kit/ui/button.tsx'

/** Chosen students stay chosen on other pages and with other filters; "all that match" ends with another filter. */
export const useStudentSelection = (filters: string) => useSelection<CourseStudent>({ list: 'students', filters })

type Props = {
  selection: RowSelection<CourseStudent>
  rows: readonly CourseStudent[]
  meta: KeysetMeta
  onWrite: () => void
}

/** Chooses all that match, on every page, and writes to the chosen. */
export function StudentBar({ selection, rows, meta, onWrite }: Props) {
  const count = selection.isAll ? meta.total : selection.chosen.size
  const inAll = `${meta.isCounted ? '' : 'lebih dari '}${formatCount(meta.total)}`
  const status = selection.isAll ? `Semua yang cocok dipilih: ${inAll}` : `${formatCount(count)} dipilih`
  return (
    <SelectionBar status={count > 0 ? status : null} onClear={selection.clear}>
      {!selection.isAll && rows.every(selection.isChosen) && meta.total > rows.length && (
        <Button size="sm" variant="outline" onClick={selection.chooseAll}>
          Pilih semua yang cocok ({inAll})
        </Button>
      )}
      <Button size="sm" onClick={onWrite}>
        Tulis ke yang dipilih
      </Button>
    </SelectionBar>
  )
}
