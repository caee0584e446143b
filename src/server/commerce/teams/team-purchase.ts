import { eq } from 'drizzle-orm'
import { maximumSeatsOfTeam } from '#contract/groups/team-input.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import { inSeats, type Group } from '#server/commerce/items/price-lines.ts'
import type { Subject } from '#server/commerce/items/resolve-purchase.ts'
import { teamOrders, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

/** Seats as they were asked for: of a new team, or more of one of the buyer's. */
export type WantedSeats = { seats: number } & ({ teamId: null; name: string; npwp: string | null } | { teamId: string })

export type TeamPurchase = {
  seats: number
  name: string
  npwp: string | null
  teamId: string | null
  wanted: readonly OfferKey[]
  /** Items that its members have; null for a new team. */
  items: readonly { kind: string; itemId: string }[] | null
}

type Read = { outcome: 'read'; team: TeamPurchase } | { outcome: 'not-found'; message: string } | InvalidInput

/** Reads which seats are bought, and for which team; more seats are of what the team has. */
export async function readTeamPurchase(
  tx: Tx,
  deps: CommerceDeps,
  { buyerId, wanted, team }: { buyerId: string | null; wanted: readonly OfferKey[]; team: WantedSeats },
): Promise<Read> {
  if (team.teamId === null) return { outcome: 'read', team: { ...team, wanted, items: null } }
  const own = buyerId === null ? null : await deps.teams.findTeamToBuy(tx, { managerId: buyerId, teamId: team.teamId })
  if (!own) return { outcome: 'not-found', message: 'Tim tidak ditemukan' }
  if (own.seats + team.seats > maximumSeatsOfTeam)
    return invalidInput({ seats: `Satu tim punya paling banyak ${maximumSeatsOfTeam} kursi` })
  const key: OfferKey | null =
    own.bundleId !== null
      ? { kind: 'bundle', itemId: own.bundleId }
      : own.courseId !== null
        ? { kind: 'course', itemId: own.courseId }
        : null
  if (!key) return { outcome: 'not-found', message: 'Kelas tim ini tidak dijual lagi' }
  const { name, npwp, items } = own
  return { outcome: 'read', team: { seats: team.seats, name, npwp, teamId: own.id, wanted: [key], items } }
}

/** The thing at the price of all seats. Only what has a course is sold in seats, and more seats of the same only. */
export function priceSeats(groups: readonly Group[], team: TeamPurchase): { groups: Group[] } | InvalidInput {
  const items = groups.flatMap((group) => group.items)
  if (groups.every(({ priceIdr }) => priceIdr === 0))
    return invalidInput({ seats: 'Ini gratis, jadi tidak perlu kursi tim.' })
  if (!items.some(({ kind }) => kind === 'course')) return invalidInput({ seats: 'Kursi tim hanya untuk kelas' })
  const isSame =
    team.items === null ||
    (team.items.length === items.length &&
      team.items.every((had) => items.some(({ kind, id }) => kind === had.kind && id === had.itemId)))
  if (!isSame) return invalidInput({ teamId: 'Isi paketnya sudah berubah. Beli kursinya sebagai tim baru, ya.' })
  return { groups: groups.map((group) => inSeats(group, team.seats)) }
}

/** A team has an order of its own beside what the buyer orders for themselves. */
export const teamSubject = (subject: Subject, { teamId, seats }: TeamPurchase): Subject => ({
  ...subject,
  kind: 'team',
  id: teamId ?? subject.id,
  title: `${subject.title} (${seats} kursi)`,
})

export async function isSameTeamOrder(
  tx: Tx,
  row: TransactionRow,
  team: Pick<TeamPurchase, 'seats' | 'name' | 'npwp'> | null,
): Promise<boolean> {
  if (row.kind !== 'team' || !team) return row.kind !== 'team' && !team
  const [stored] = await tx.select().from(teamOrders).where(eq(teamOrders.transactionId, row.id))
  return stored?.seats === team.seats && stored.name === team.name && stored.npwp === team.npwp
}
