import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useDeferredValue, useState } from 'react'
import { maximumSteps, type AdminPath, type PathInput } from '#contract/paths/paths-admin.ts'
import { useApi } from '#web/identity/index.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError, TextField } from '#web/kit/ui/field.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'

type Step = PathInput['steps'][number]
type Props = {
  steps: readonly Step[]
  known: AdminPath['steps']
  error: string | undefined
  onChange: (steps: Step[]) => void
}

const shownCourses = 8

/** The courses of a path: found, added, and put in order by dragging, by keyboard or with buttons. */
export function StepsField({ steps, known, error, onChange }: Props) {
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const titles = new Map([...known.map(({ courseId, title }) => [courseId, title] as const), ...added])
  const left = new Set(known.flatMap(({ courseId, status }) => (status === 'published' ? [] : [courseId])))
  const titleOf = ({ courseId }: Step) => titles.get(courseId) ?? 'Kelas'
  const add = (courseId: string, title: string) => {
    setAdded((before) => new Map([...before, [courseId, title]]))
    onChange([...steps, { courseId, sentence: null }])
  }
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-surface p-5 md:p-7">
      <legend className="sr-only">Langkah</legend>
      <h2 aria-hidden className="text-lg font-bold">
        Langkah
      </h2>
      {steps.length === 0 ? (
        <p className="text-ink-2">Belum ada kelas. Cari di bawah, lalu tambahkan.</p>
      ) : (
        <SortableRows
          items={steps}
          idOf={({ courseId }) => courseId}
          nameOf={titleOf}
          onOrder={onChange}
          label="Langkah dalam urutan"
        >
          {(step) => (
            <div className="grid min-w-0 flex-1 basis-60 gap-2 py-2">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                {titleOf(step)}
                {left.has(step.courseId) && <Badge tone="neutral">Tidak tayang</Badge>}
              </p>
              <TextField
                label="Kenapa di urutan ini"
                maxLength={200}
                value={step.sentence ?? ''}
                onChange={(event) => {
                  const sentence = event.target.value
                  onChange(steps.map((other) => (other === step ? { ...step, sentence } : other)))
                }}
              />
              <Button
                type="button"
                variant="ghost"
                size="sm"
                className="justify-self-start text-mengkudu!"
                onClick={(event) => {
                  leaveRow(event.currentTarget)
                  onChange(steps.filter((other) => other !== step))
                }}
              >
                <Trash2 aria-hidden className="size-4" /> Hapus<span className="sr-only"> {titleOf(step)}</span>
              </Button>
            </div>
          )}
        </SortableRows>
      )}
      {error && <FieldError role="alert">{error}</FieldError>}
      {steps.length < maximumSteps && <CourseFinder chosen={steps.map(({ courseId }) => courseId)} onAdd={add} />}
    </fieldset>
  )
}

/** Courses of the catalogue that are not in the path yet. */
function CourseFinder({
  chosen,
  onAdd,
}: {
  chosen: readonly string[]
  onAdd: (courseId: string, title: string) => void
}) {
  const { anonymous } = useApi()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { status, data, reload } = useRemote(
    `courses ${q}`,
    async (signal) =>
      (await anonymous.catalog.listCourses({ ...(q ? { q } : {}), limit: shownCourses + maximumSteps }, { signal }))
        .data,
  )
  const found = (data ?? []).filter(({ _id }) => !chosen.includes(_id)).slice(0, shownCourses)
  return (
    <div className="grid gap-3 rounded-card bg-sunken p-4">
      <TextField
        label="Cari kelas untuk ditambahkan"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ul aria-label="Kelas yang ditemukan" className="grid gap-2">
        {found.map(({ _id, title, levels }) => (
          <li
            key={_id}
            className="flex flex-wrap items-center justify-end gap-x-3 rounded-field bg-surface py-1 pr-1 pl-3"
          >
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">
              {title} <span className="text-sm text-ink-3">{levels}</span>
            </span>
            <Button type="button" size="sm" variant="outline" className="shrink-0" onClick={() => onAdd(_id, title)}>
              <Plus aria-hidden className="size-4" /> Tambah<span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-3">
        {data && found.length === 0 && 'Tidak ada kelas yang cocok.'}
        {status === 'failed' && 'Kelas belum bisa dimuat.'}
      </p>
      {status === 'failed' && (
        <Button type="button" size="sm" variant="outline" className="justify-self-start" onClick={reload}>
          Coba lagi
        </Button>
      )}
    </div>
  )
}
