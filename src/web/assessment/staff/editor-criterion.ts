import { newKey } from '#web/kit/device/device-store.ts'

/** A criterion as it is typed. Points are text while they are no number. */
export type EditorLevel = { _id: string; title: string; points: number; description: string }
export type EditorCriterion = { _id: string; title: string; levels: EditorLevel[] }

export const newLevel = (title = '', points = 0): EditorLevel => ({
  _id: newKey(),
  title,
  points,
  description: '',
})

export const newCriterion = (): EditorCriterion => ({
  _id: newKey(),
  title: '',
  levels: [newLevel('Sangat baik', 4), newLevel('Cukup', 2), newLevel('Belum terlihat', 0)],
})

/** The points of its best level, among those that are numbers. */
export const bestOf = ({ levels }: EditorCriterion): number =>
  Math.max(0, ...levels.map(({ points }) => points).filter(Number.isFinite))
