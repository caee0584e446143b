import * as z from 'zod/mini'
import { notedInstant } from '#contract/kit/input-rules.ts'

const maximumSeconds = 86_400

/** The student's position in a lesson and when it was recorded: seconds of a video, thousandths of an article. */
export const lessonPosition = z.object({
  reached: z
    .number('Posisi berupa angka')
    .check(
      z.int('Posisi berupa bilangan bulat'),
      z.minimum(0, 'Posisi tidak valid'),
      z.maximum(maximumSeconds, 'Posisi tidak valid'),
    ),
  notedAt: notedInstant,
})
export type LessonPosition = z.infer<typeof lessonPosition>

/** The later position wins; at the same moment the one farther on. */
export function laterPosition(a: LessonPosition, b: LessonPosition): LessonPosition {
  const [timeOfA, timeOfB] = [new Date(a.notedAt).getTime(), new Date(b.notedAt).getTime()]
  if (timeOfA !== timeOfB) return timeOfA > timeOfB ? a : b
  return a.reached >= b.reached ? a : b
}
