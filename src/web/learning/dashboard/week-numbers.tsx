import Award from 'lucide-react/icons/award'
import Flame from 'lucide-react/icons/flame'
import ListChecks from 'lucide-react/icons/list-checks'
import type { Activity } from '#contract/learning.ts'

/** Three numbers: this week, the streak, courses finished. */
export function WeekNumbers({ activity, finished }: { activity: Activity; finished: number }) {
  const tiles = [
    { Icon: ListChecks, label: 'Pelajaran minggu ini', value: String(activity.completedThisWeek), hint: `${activity.completedInAll} sejak awal` },
    { Icon: Flame, label: 'Hari beruntun', value: String(activity.streakDays), hint: `Terpanjang ${activity.longestStreakDays} hari` },
    { Icon: Award, label: 'Kelas selesai', value: String(finished), hint: finished ? 'Langkah yang bagus!' : 'Yang pertama menunggu' },
  ]
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {tiles.map(({ Icon, label, value, hint }) => (
        <div key={label} className="relative flex min-h-20 flex-col-reverse justify-center rounded-card border border-line bg-surface py-3 pr-4 pl-19">
          <dt className="text-sm text-ink-3">
            <span className="absolute inset-y-0 left-4 my-auto grid size-11 place-items-center rounded-full bg-nila-50 text-nila">
              <Icon aria-hidden className="size-5" />
            </span>
            {label}
            <span className="block text-xs">{hint}</span>
          </dt>
          <dd className="text-2xl font-extrabold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
