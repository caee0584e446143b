import type { WeeklyGoal } from '#contract/learning/weekly-goal.ts'

/** One friendly sentence about the week; nothing that was missed is held against the student. */
export function weekText({ days, week, today, isKept, streakWeeks, lastWeek }: WeeklyGoal): string {
  if (days === null)
    return streakWeeks > 0
      ? 'Targetmu sedang dijeda. Rangkaianmu menunggu.'
      : 'Mau belajar berapa hari seminggu? Pilih irama yang nyaman buatmu.'
  if (isKept) return 'Target minggu ini tercapai. Hebat!'
  if (lastWeek === 'frozen') return 'Minggu lalu kamu rehat, dan satu pelindung menjaga rangkaianmu.'
  if (lastWeek === 'missed') return 'Minggu baru, langkah baru. Mulai dari satu materi saja.'
  const done = week.filter(({ isActive }) => isActive).length
  if (done === 0) return 'Mulai dari satu materi, kapan pun kamu sempat.'
  const missing = days - done
  const daysLeft = week.filter(({ day, isActive }) => day >= today && !isActive).length
  return missing > daysLeft ? 'Setiap hari belajar tetap berarti.' : `Tinggal ${missing} hari lagi. Pelan-pelan saja.`
}
