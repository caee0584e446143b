import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import type { CourseImport, ImportState } from '#contract/moving/course-format.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { usePolling } from '#web/kit/ui/behaviour/use-polling.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const states: Record<ImportState, string> = {
  checking: 'Sedang diperiksa',
  checked: 'Siap diimpor',
  rejected: 'Ada kesalahan',
  importing: 'Sedang diimpor',
  imported: 'Sudah menjadi kelas',
}
const order: readonly ImportState[] = ['checking', 'importing', 'checked', 'rejected', 'imported']

const schedule = { intervalMs: 3000, maxIntervalMs: 30_000, deadlineMs: 60 * 60_000 }
const isBusy = ({ state }: CourseImport) => state === 'checking' || state === 'importing'

/** Files of this week that wait, or became courses: one report of all of them, and one button that imports what is ready. */
export function EarlierImports({ imports, shownId }: { imports: readonly CourseImport[]; shownId: string | null }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [round, setRound] = useState(0)
  const [isStarting, setStarting] = useState(false)
  const key = imports.some(isBusy) || round > 0 ? `${round} ${imports.map(({ _id }) => _id).join()}` : null
  const { data } = usePolling<readonly CourseImport[]>(key, {
    request: async (signal) => (await authenticated.courseFormat.listCourseImports({}, { signal })).data,
    isFinal: (list) => !list.some(isBusy),
    schedule,
  })
  const rows = (data ?? imports).filter(({ _id }) => _id !== shownId)
  const ready = rows.filter(({ state }) => state === 'checked')
  if (rows.length === 0) return null

  async function importAll() {
    setStarting(true)
    let current = ''
    try {
      await withLogin(async () => {
        for (const { _id, name } of ready) {
          current = name
          await authenticated.courseFormat.confirmCourseImport({ id: _id })
        }
      })
    } catch (error) {
      toast.error(`${current}: ${describeFailure(error)}`)
    } finally {
      leaveRow()
      await revalidate()
      setStarting(false)
      setRound(round + 1)
    }
  }
  return (
    <section aria-labelledby="impor-lain" className="grid gap-3">
      <h2 id="impor-lain" className="text-xl font-bold">
        Berkas minggu ini
      </h2>
      {rows.length > 1 && (
        <p role="status" className="text-ink-2 tabular-nums">
          {countStates(rows)}
        </p>
      )}
      {(ready.length > 1 || isStarting) && (
        <div>
          <Button busy={isStarting} onClick={() => void importAll()}>
            Impor {ready.length} kelas yang siap sebagai draf
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map(({ _id, name, bytes, state, createdAt, mistakes }) => (
          <li key={_id}>
            <Link
              to={`${staffPaths.courseImport()}?berkas=${_id}`}
              className="grid min-h-11 gap-x-4 px-4 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_max-content]"
            >
              <span className="font-semibold wrap-anywhere underline">{name}</span>
              <span className="text-sm text-ink-2">{states[state]}</span>
              <span className="text-sm text-ink-3">
                {formatShortDate(createdAt)} · {formatBytes(bytes)}
              </span>
              {mistakes.map(({ file, line, message }) => (
                <span key={`${file}:${line}:${message}`} className="col-span-full text-sm wrap-anywhere text-ink-2">
                  {file}:{line} {message}
                </span>
              ))}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "3 sedang diperiksa, 47 siap diimpor" */
const countStates = (rows: readonly CourseImport[]): string =>
  order
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${states[state].toLowerCase()}`)
    .join(', ')
