import { useState } from 'react'
import type { CourseStudent } from '#contract/learning/course-students.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { formatCount } from '#contract/kit/money.ts'
import { Button } from '#web/kit/ui/button.tsx'

/** `matching`: all who match the filters of this address, on every page of the list. */
type Selection = { students: ReadonlyMap<string, CourseStudent>; matching: string | null }
const nobody: Selection = { students: new Map(), matching: null }

/** Chosen students stay chosen on other pages and with other filters; "all that match" ends with another filter. */
export function useStudentSelection(filters: string) {
  const [{ students, matching }, setSelection] = useState(nobody)
  const isAll = matching === filters
  function choose(changed: readonly CourseStudent[], isChosen: boolean) {
    const next = new Map(students)
    for (const student of changed) {
      if (isChosen) next.set(student._id, student)
      else next.delete(student._id)
    }
    setSelection({ students: next, matching: null })
  }
  return {
    students,
    isAll,
    isChosen: ({ _id }: CourseStudent) => isAll || students.has(_id),
    choose,
    chooseAll: () => setSelection({ students, matching: filters }),
    clear: () => setSelection(nobody),
  }
}
type StudentSelection = ReturnType<typeof useStudentSelection>

type Props = { selection: StudentSelection; rows: readonly CourseStudent[]; meta: KeysetMeta; onWrite: () => void }

/** Chooses all rows of the page, or all that match, and what can be done with the chosen. */
export function SelectionBar({ selection, rows, meta, onWrite }: Props) {
  const isPageChosen = rows.every(selection.isChosen)
  const count = selection.isAll ? meta.total : selection.students.size
  const inAll = `${meta.isCounted ? '' : 'lebih dari '}${formatCount(meta.total)}`
  return (
    <div className="mb-4 grid gap-2">
      <label className="inline-flex min-h-11 w-fit items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-nila"
          checked={isPageChosen}
          onChange={(event) => selection.choose(rows, event.target.checked)}
        />
        Pilih semua di halaman ini
      </label>
      <div role="status" className="flex flex-wrap items-center gap-3 empty:hidden">
        {count > 0 && (
          <>
            <span>
              {selection.isAll ? `Semua siswa yang cocok terpilih: ${inAll}.` : `${formatCount(count)} siswa terpilih`}
            </span>
            {!selection.isAll && isPageChosen && meta.total > rows.length && (
              <Button size="sm" variant="outline" onClick={selection.chooseAll}>
                Pilih semua yang cocok ({inAll})
              </Button>
            )}
            <Button size="sm" onClick={onWrite}>
              Tulis ke yang terpilih
            </Button>
            <Button size="sm" variant="ghost" onClick={selection.clear}>
              Lepas pilihan
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
