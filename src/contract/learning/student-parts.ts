/**
 * Parts of the students of a course, for the list of students and announcements. `in-progress`: opened it within the last two weeks and did not finish.
 * `inactive`: neither finished nor opened it since, or since the enrolment; those who never started are in both `not-started` and, after two weeks, here.
 */
export const studentParts = ['not-started', 'in-progress', 'inactive', 'finished'] as const
export type StudentPart = (typeof studentParts)[number]

/** Who did not finish and opened nothing for so many days, counted from midnight in western Indonesian time, is inactive. */
export const inactiveAfterDays = 14

export const studentPartLabels: Record<StudentPart, string> = {
  'not-started': 'Belum mulai',
  'in-progress': 'Berjalan',
  inactive: `Berhenti ${inactiveAfterDays} hari`,
  finished: 'Selesai',
}
