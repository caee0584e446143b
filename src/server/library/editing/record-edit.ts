import type { AuditAction } from '#contract/site/audit-actions.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Tx } from '#server/platform/database/index.ts'

type EditAction = Extract<AuditAction, `${'ebook' | 'tip'}.${string}`>

/** Records an action in the audit log, in the database transaction of the action. */
export type RecordEdit = (
  tx: Tx,
  action: EditAction,
  subjectId: string,
  details?: Record<string, unknown>,
) => Promise<void>

/** Records actions of one actor; null for the system itself or an operator command. */
export const recordEditsOf =
  (audit: Audit, actorId: string | null): RecordEdit =>
  (tx, action, subjectId, details = {}) =>
    audit.record(tx, {
      actorId,
      action,
      subjectId,
      details,
    })

/** For bulk changes: the demo, or an import that is recorded as one action. */
export const recordNothing: RecordEdit = async () => {}
