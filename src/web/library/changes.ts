import type { Mark, Reading } from '#contract/library/reading.ts'

/**
 * When a change was made: now, but after all that this device knows of. Its clock may be slow, and what it changes of another device's
 * must not count as older than that.
 */
export function timeOfChange({ position, marks }: Reading, now: number): string {
  const known = [position?.at, ...marks.map(({ changedAt }) => changedAt)]
  return new Date(Math.max(now, ...known.map((at) => (at ? Date.parse(at) + 1 : 0)))).toISOString()
}

export const withPosition = (reading: Reading, sectionId: string, percent: number, now: number): Reading => ({
  ...reading,
  position: { sectionId, percent: Math.round(percent), at: timeOfChange(reading, now) },
})

export const withMark = (reading: Reading, mark: Omit<Mark, 'changedAt'>, now: number): Reading => ({
  ...reading,
  marks: [
    ...reading.marks.filter(({ id }) => id !== mark.id),
    {
      ...mark,
      // A deleted mark stays only as that.
      ...(mark.deleted && { quote: '', note: '' }),
      changedAt: timeOfChange(reading, now),
    },
  ],
})
