import type { Cohort } from '#contract/groups/cohorts.ts'
import { formatDate } from '#contract/kit/days.ts'

/** "7 Desember 2026" of a day in western Indonesia. */
export const formatDay = (day: string): string => formatDate(`${day}T00:00:00+07:00`)

/** "Mulai 7 Desember 2026, selesai 1 Februari 2027". */
export const cohortDates = ({ startsOn, endsOn }: Pick<Cohort, 'startsOn' | 'endsOn'>): string =>
  `Mulai ${formatDay(startsOn)}${endsOn === null ? '' : `, selesai ${formatDay(endsOn)}`}`

/** How many seats are left, and until when one can join. */
export function seatsText({
  state,
  seatsLeft,
  joinUntil,
  isHeld = undefined,
}: Pick<Cohort, 'state' | 'seatsLeft' | 'joinUntil' | 'isHeld'>): string {
  if (isHeld) return 'Satu kursi disimpan untuk pesananmu. Selesaikan pembayarannya.'
  if (state === 'full') return 'Kursi habis'
  const until = `Daftar sampai ${formatDay(joinUntil)} (WIB)`
  return seatsLeft === null ? until : `Sisa ${seatsLeft} kursi. ${until}`
}

/** "3 hari lagi" until a start; null once it has begun. */
export function daysUntil(day: string, now: Date): string | null {
  const days = Math.ceil((new Date(`${day}T00:00:00+07:00`).getTime() - now.getTime()) / 86_400_000)
  if (days <= 0) return null
  return days === 1 ? 'besok' : `${days} hari lagi`
}
