import type { Tx } from '#server/platform/database/index.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'

type Waiting = { kind: NotificationKind; userId: string; data: unknown }

/** False for what was true when it was noted, and is over now: a price, an order to pay. The list in the app tells what was, and keeps it. */
export async function stillHolds(tx: Tx, deps: NotificationsDeps, { kind, userId, data }: Waiting): Promise<boolean> {
  const ask = deps.stillHolds()[kind]
  return ask === undefined || ask(tx, userId, data as never)
}
