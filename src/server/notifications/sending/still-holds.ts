import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { DeliveryDeps } from '#server/notifications/deps.ts'
import { canLapse } from '#server/notifications/kinds.ts'
import type { Tx } from '#server/platform/database/index.ts'

type Waiting = { kind: NotificationKind; userId: string; data: unknown }

/** False for what was true when it was noted, and is over now. */
export const stillHolds = async (tx: Tx, deps: DeliveryDeps, { kind, userId, data }: Waiting): Promise<boolean> =>
  !canLapse(kind) || deps.stillHolds[kind](tx, { userId, data: data as never })
