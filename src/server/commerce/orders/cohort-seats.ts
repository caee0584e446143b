import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Group } from '#server/commerce/items/price-lines.ts'
import type { LineRow } from '#server/commerce/tables.ts'
import { lockSeats, releaseSeats } from '#server/groups/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { invalidInput, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'

type Seats = { outcome: 'free' } | Refusal<'cohort-full' | 'cohort-closed'> | InvalidInput

/** The courses of cohorts that are bought alone, with the cohort that was chosen. */
export const chosenCohorts = (groups: readonly Group[]) =>
  groups.flatMap(({ set, items: [item], groupId = null }) =>
    set === null && item?.hasCohorts ? [{ courseId: item.id, groupId }] : [],
  )

/** True when the chosen cohorts have a seat for this buyer. One that any open order of theirs holds is the same seat. */
export async function seatsFor(
  tx: Tx,
  deps: Pick<CommerceDeps, 'clock'>,
  { chosen, userId }: { chosen: readonly { courseId: string; groupId: string | null }[]; userId: string },
): Promise<Seats> {
  const wanted = chosen.flatMap(({ courseId, groupId }) => (groupId === null ? [] : [{ courseId, groupId, userId }]))
  if (wanted.length < chosen.length) return invalidInput({ cohortId: 'Pilih angkatan dulu' })
  const seat = await lockSeats(tx, deps, { wanted })
  return seat.outcome === 'unknown-cohort' ? invalidInput({ cohortId: 'Angkatan ini bukan dari kelas ini' }) : seat
}

/** The seats of an order that is no longer open. Returns the lines whose seats were held until now. */
export async function releaseSeatsOf(tx: Tx, lines: readonly LineRow[]): Promise<Set<string>> {
  return releaseSeats(
    tx,
    lines.flatMap(({ id, groupId }) => (groupId === null ? [] : [id])),
  )
}

/**
 * The cohort of each line of a paid order, by line. A seat that it held passes to the student in this transaction; who pays after the
 * order had ended takes a free seat, or chooses another cohort later.
 */
export async function takeSeats(
  tx: Tx,
  deps: Pick<CommerceDeps, 'clock'>,
  { lines, userId }: { lines: readonly LineRow[]; userId: string },
): Promise<ReadonlyMap<string, string>> {
  const held = await releaseSeatsOf(tx, lines)
  const taken = new Map<string, string>()
  const seated = lines.filter(({ groupId }) => groupId !== null)
  for (const { id, itemId, groupId } of seated.toSorted((a, b) => ((a.groupId ?? '') < (b.groupId ?? '') ? -1 : 1))) {
    if (groupId === null) continue
    if (!held.has(id)) {
      const seat = await lockSeats(tx, deps, { wanted: [{ courseId: itemId, groupId, userId }], byStaff: true })
      if (seat.outcome !== 'free') continue
    }
    taken.set(id, groupId)
  }
  return taken
}
