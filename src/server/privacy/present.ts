import type { OwnRequest } from '#contract/privacy/privacy.ts'
import type { PrivacyRequest } from '#contract/privacy/privacy-admin.ts'
import type { RequestRow } from './tables.ts'

export const presentOwnRequest = ({
  id,
  kind,
  body,
  state,
  answer,
  receivedAt,
  dueAt,
  closedAt,
}: RequestRow): OwnRequest => ({
  _id: id,
  kind,
  text: body,
  state,
  answer,
  receivedAt: receivedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
})

export const presentRequest = (row: RequestRow): PrivacyRequest => ({
  ...presentOwnRequest(row),
  requester: { name: row.requesterName, email: row.requesterEmail, userId: row.userId },
})
