import type { MailRow } from './tables.ts'

export const presentMail = ({
  id,
  kind,
  toName,
  toEmail,
  subject,
  state,
  attempts,
  lastError,
  createdAt,
  sentAt,
  isKept,
  nextAttemptAt,
}: MailRow) => ({
  _id: id,
  kind,
  to: { name: toName, email: toEmail },
  subject,
  state,
  attempts,
  lastError,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  isKept,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
})

export const presentMailDetail = (row: MailRow, { showSecrets }: { showSecrets: boolean }) => ({
  ...presentMail(row),
  text: row.isSecret && !showSecrets ? null : row.textBody,
})
