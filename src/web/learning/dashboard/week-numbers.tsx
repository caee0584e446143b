import Award from 'lucide-react/icons/award'
import Flame from 'lucide-react/icons/flame'
import ListChecks from 'lucide-react/icons/list-checks'
import type { Activity } from '#contract/learning/learning.ts'

/** Three numbers: lessons this week, streak, finished courses. */
export function WeekNumbers({ activity, finished }: { activity: Activity; finished: number }) {
  const tiles = [
    {
      Icon: ListChecks,
      label: 'Materi minggu ini',
      value: String(activity.completedThisWeek),
      hint: `${activity.completedInAll} sejak awal`,
    },
    {
      Icon: Flame,
      label: 'Hari beruntun',
      value: String(activity.streakDays),
      hint: `Terpanjang ${activity.longestStreakDays} hari`,
    },
    {
      Icon: Award,
      label: 'Kelas selesai',
      value: String(finished),
      hint: finished ? 'Langkah yang bagus!' : 'Yang pertama menunggu',
    },
  ]
  return (
    // Three columns, and fewer where the text is large.
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2 sm:grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] sm:gap-3">
      {tiles.map(({ Icon, label, value, hint }) => (
        <div
          key={label}
          className="relative flex min-h-20 flex-col-reverse justify-end rounded-card border border-line bg-surface px-2 pt-13 pb-3 sm:justify-center sm:py-3 sm:pr-4 sm:pl-19"
        >
          <dt className="text-xs leading-snug text-ink-3 sm:text-sm">
            <span className="absolute top-3 left-2 grid size-9 place-items-center rounded-full bg-nila-50 text-nila sm:inset-y-0 sm:left-4 sm:my-auto sm:size-11">
              <Icon aria-hidden className="size-5" />
            </span>
            {label}
            <span className="mt-0.5 block text-xs">{hint}</span>
          </dt>
          <dd className="text-2xl font-extrabold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
