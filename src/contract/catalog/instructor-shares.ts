import * as z from 'zod/mini'

/** The percent of what is left of a sale after fee and tax that one instructor of a course earns. */
export type InstructorShare = { userId: string; sharePercent: number }

export const maximumInstructors = 10

const shareMessages = {
  shape: 'Tulis tiap instruktur dengan bagiannya',
  percent: 'Bagian tiap instruktur 1 sampai 100 persen, tanpa koma',
  twice: 'Satu instruktur cukup sekali',
  sum: 'Jumlah semua bagian maksimal 100%',
  many: `Maksimal ${maximumInstructors} instruktur`,
}

/** Null when it is no list of shares, else what is wrong with it, or the shares. */
export function readShares(value: unknown): { shares: InstructorShare[] } | { problem: string } {
  if (!Array.isArray(value)) return { problem: shareMessages.shape }
  if (value.length > maximumInstructors) return { problem: shareMessages.many }
  const shares: InstructorShare[] = []
  for (const each of value as unknown[]) {
    const { userId, sharePercent } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    if (typeof userId !== 'string' || userId === '') return { problem: shareMessages.shape }
    if (typeof sharePercent !== 'number' || !Number.isInteger(sharePercent) || sharePercent < 1 || sharePercent > 100)
      return { problem: shareMessages.percent }
    shares.push({ userId, sharePercent })
  }
  if (new Set(shares.map(({ userId }) => userId)).size < shares.length) return { problem: shareMessages.twice }
  if (shares.reduce((sum, { sharePercent }) => sum + sharePercent, 0) > 100) return { problem: shareMessages.sum }
  return { shares }
}

/** As staff see it. */
export const instructorShare = z.object({ userId: z.string(), name: z.string(), sharePercent: z.number() })
