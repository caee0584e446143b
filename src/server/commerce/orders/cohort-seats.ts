import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Group } from '#server/commerce/items/price-lines.ts'
import type { LineRow } from '#server/commerce/tables.ts'
import { sourceRef } from './lines.ts'
import { lockSeatAgain, lockSeats, releaseSeats } from '#server/groups/index.ts'
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

type Paid = {
  lines: readonly LineRow[]
  userId: string
  /** The bank had taken the payment back. */
  isRestored: boolean
}

/**
 * The cohort of each line of a paid order, by line. A seat that it held passes to the student in this transaction; who pays after the
 * order had ended takes a free seat, or chooses another cohort later. With a payment that is settled again students come back to where
 * they were, which may be a cohort that they chose or were moved to after they had bought.
 */
export async function takeSeats(
  tx: Tx,
  deps: Pick<CommerceDeps, 'clock' | 'items'>,
  { lines, userId, isRestored }: Paid,
): Promise<ReadonlyMap<string, string>> {
  const held = await releaseSeatsOf(tx, lines)
  const left = isRestored ? ((await deps.items.course.listLeftCohorts?.(tx, lines.map(sourceRef))) ?? []) : []
  const leftBy = new Map(left.map((cohort) => [cohort.sourceRef, cohort]))
  const wanted = lines.flatMap((line) => {
    const before = leftBy.get(sourceRef(line))
    const groupId = before?.groupId ?? line.groupId
    const seat = {
      lineId: line.id,
      courseId: line.itemId,
      userId: before?.userId ?? userId,
      isBack: before !== undefined,
    }
    return groupId === null ? [] : [{ ...seat, groupId }]
  })
  const taken = new Map<string, string>()
  for (const { lineId, isBack, ...seat } of wanted.toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1))) {
    const isFree = isBack
      ? await lockSeatAgain(tx, seat)
      : held.has(lineId) || (await lockSeats(tx, deps, { wanted: [seat], byStaff: true })).outcome === 'free'
    if (isFree) taken.set(lineId, seat.groupId)
  }
  return taken
}
