import * as z from 'zod/mini'
import { day } from '#contract/kit/input-rules.ts'
import { at, adminEndpoint, response } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { staffListInput } from '#contract/kit/staff-list.ts'

const auditEntry = z.object({
  _id: z.string(),
  happenedAt: z.string(),
  /** Null for an API key, the system, an operator command, or a deleted account. */
  actor: z.nullable(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
  /** The integration that acted. */
  apiKey: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  action: z.string(),
  subject: z.object({
    kind: z.string(),
    _id: z.string(),
    /** Null when it has no name or was deleted. */ name: z.nullable(z.string()),
  }),
  details: z.record(z.string(), z.unknown()),
  /** Current names of the users, courses, e-books and categories whose ids are in the details. Deleted ones are left out. */
  names: z.record(z.string(), z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const optionalDay = z.optional(day('Tanggal tidak valid'))

const { page, limit } = staffListInput(['none'])

export const listAuditInput = z.object({
  /** An action, or its prefix before the dot. */
  action: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z-]+(\.[a-z-]+)*$/, 'Tindakan tidak dikenal'), z.maxLength(60, 'Tindakan tidak dikenal')),
  ),
  /** Part of the name or address of a user, or of the name of an API key. */
  person: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  /** With `subjectId`: only entries about this one. */
  subjectKind: z.optional(
    z.string().check(z.regex(/^[a-z-]+$/, 'Objek tidak dikenal'), z.maxLength(60, 'Objek tidak dikenal')),
  ),
  subjectId: z.optional(z.string().check(z.trim(), z.maxLength(200, 'Objek tidak dikenal'))),
  /** Days in western Indonesian time, inclusive. */
  from: optionalDay,
  to: optionalDay,
  page,
  limit,
  cursor,
})
export type ListAuditInput = z.infer<typeof listAuditInput>

export const auditContract = {
  listAuditEntries: adminEndpoint
    .route(at('GET /admin/audit', 'Audit log entries, newest first'))
    .input(listAuditInput)
    .output(keysetResponse(auditEntry)),
  listAuditActions: adminEndpoint
    .route(at('GET /admin/audit/actions', 'All actions that occur in the audit log'))
    .output(response(z.array(z.string()))),
}
