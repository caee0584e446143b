import Check from 'lucide-react/icons/check'
import Flame from 'lucide-react/icons/flame'
import Shield from 'lucide-react/icons/shield'
import { useState } from 'react'
import type { WeeklyGoal } from '#contract/learning/weekly-goal.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import { WeeklyGoalDialog } from './weekly-goal-dialog.tsx'
import { weekText } from './week-text.ts'

const weekdays = ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu']

/** This week's days, the goal and the streak of weeks; a dialog sets or pauses the goal. */
export function WeeklyGoalCard({ loaded }: { loaded: WeeklyGoal }) {
  const [goal, setGoal] = useResettingState(loaded, loaded)
  const [isEditing, setEditing] = useState(false)
  const done = goal.week.filter(({ isActive }) => isActive).length

  return (
    <section aria-labelledby="target-mingguan" className="rounded-card border border-line bg-surface p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="target-mingguan" className="text-xl font-bold">
          Target mingguan
        </h2>
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          {goal.days === null ? 'Pasang target' : 'Ubah target'}
        </Button>
      </div>
      <div role="status" className="mt-1">
        {goal.days !== null && (
          <p className="font-semibold">
            {done} dari {goal.days} hari minggu ini
          </p>
        )}
        <p className="text-ink-2">{weekText(goal)}</p>
      </div>
      <ol aria-label="Hari belajar minggu ini" className="mt-4 grid max-w-120 grid-cols-7 gap-1">
        {goal.week.map(({ day, isActive }, index) => (
          <li
            key={day}
            aria-current={day === goal.today ? 'date' : undefined}
            className={classNames(
              'grid justify-items-center gap-1.5 text-xs',
              day === goal.today ? 'font-bold text-ink' : 'text-ink-3',
            )}
          >
            <span
              className={classNames(
                'grid size-9 place-items-center rounded-full border-2',
                isActive ? 'border-daun bg-daun-50 text-daun' : day === goal.today ? 'border-nila' : 'border-line',
              )}
            >
              {isActive && <Check aria-hidden className="size-5" />}
            </span>
            <span aria-hidden="true">{weekdays[index]?.slice(0, 3)}</span>
            <span className="sr-only">
              {weekdays[index]}: {isActive ? 'belajar' : 'belum ada materi selesai'}
            </span>
          </li>
        ))}
      </ol>
      {(goal.days !== null || goal.streakWeeks > 0) && (
        <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4 text-sm text-ink-2">
          <li className="flex items-center gap-2">
            <Flame aria-hidden className="size-4.5 text-nila" />
            <span>
              <strong className="text-ink">{goal.streakWeeks}</strong> minggu beruntun
            </span>
          </li>
          <li className="flex items-center gap-2">
            <Shield aria-hidden className="size-4.5 text-nila" />
            <span>
              <strong className="text-ink">{goal.freezes}</strong> dari {goal.maximumFreezes} pelindung
            </span>
          </li>
        </ul>
      )}
      {isEditing && <WeeklyGoalDialog goal={goal} onSaved={setGoal} onClose={() => setEditing(false)} />}
    </section>
  )
}
