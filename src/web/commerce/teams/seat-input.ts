import * as z from 'zod/mini'
import { maximumTeamSeats, minimumTeamSeats, teamInput, type TeamInput } from '#contract/groups/team-input.ts'

export type SeatFields = { name: string; npwp: string; seats: string }
export type SeatErrors = Partial<SeatFields>

/** How many seats were typed; null for what is no number of seats. */
export function readSeats(typed: string, minimum: number): number | null {
  const seats = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : Number.NaN
  return seats >= minimum && seats <= maximumTeamSeats ? seats : null
}

type Read = { seats: number; team: TeamInput } | { errors: SeatErrors }

/** Reads what is bought for a new team, or the error of each field. */
export function readTeam({ name, npwp, seats: typed }: SeatFields): Read {
  const seats = readSeats(typed, minimumTeamSeats)
  const team = z.safeParse(teamInput, { name, ...(npwp.trim() && { npwp }) })
  if (team.success && seats !== null) return { seats, team: team.data }
  const errors = Object.fromEntries((team.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
  return {
    errors: { ...errors, ...(seats === null && { seats: `Isi ${minimumTeamSeats}–${maximumTeamSeats} kursi` }) },
  }
}
