import { paths } from '#contract/kit/paths.ts'

/** A moment of the lesson's video in a note, written as `[2:14]` or `[1:02:05]`. */
export type NoteMoment = { seconds: number; label: string; /** Where it is in the text. */ start: number; end: number }

const pattern = /\[((?:\d{1,2}:)?\d{1,3}:[0-5]\d)\]/g

/** The moments of a note in the order of its text. */
export const momentsIn = (text: string): NoteMoment[] =>
  [...text.matchAll(pattern)].map(({ 0: { length }, 1: label = '', index }) => ({
    seconds: label.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
    label,
    start: index,
    end: index + length,
  }))

/** The text without a moment and the space after it. */
export const withoutMoment = (text: string, { start, end }: NoteMoment): string =>
  text.slice(0, start) + text.slice(end).replace(/^ /, '')

/** The path of a lesson whose video opens at this moment; the player reads `detik` from it. */
export const momentPath = (lesson: { courseId: string; lessonId: string }, { seconds }: NoteMoment): string =>
  `${paths.player(lesson)}&detik=${seconds}`
