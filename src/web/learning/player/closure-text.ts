import type { LessonSummary, LessonClosure } from '#contract/catalog/catalog.ts'
import { formatDayShort, jakartaAheadMs, jakartaDay } from '#contract/kit/days.ts'

const weekdays = ['Minggu', 'Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu']

/** "Senin, 7 Des", in western Indonesia. */
function formatWeekday(iso: string): string {
  const instant = new Date(iso)
  return `${weekdays[new Date(instant.getTime() + jakartaAheadMs).getUTCDay()]}, ${formatDayShort(jakartaDay(instant))}`
}

/** Why a lesson is closed, and until when: "Terbuka setelah 'Variabel' selesai", "Terbuka Senin, 7 Des". */
export function closureText(
  { opensAt, opensAfter, opensWith, endedAt }: LessonClosure,
  lessons: readonly LessonSummary[],
): string {
  if (endedAt !== undefined) return `Aksesmu berakhir ${formatWeekday(endedAt)}`
  if (opensWith !== undefined) return 'Pilih angkatan dulu untuk membuka materi ini'
  if (opensAt !== undefined) return `Terbuka ${formatWeekday(opensAt)}`
  return `Terbuka setelah '${lessons.find(({ _id }) => _id === opensAfter)?.title ?? 'materi sebelumnya'}' selesai`
}
