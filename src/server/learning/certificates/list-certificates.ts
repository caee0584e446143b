import { and, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CertificateRecord, ListCertificatesInput } from '#contract/learning/certificates-admin.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { containing, countUpTo, keyset, type KeysetPage } from '#server/platform/database/index.ts'
import { userSql } from '#server/identity/index.ts'
import type { CertificateDeps } from './deps.ts'
import { presentRecord } from './present.ts'
import { certificates } from './tables.ts'

const found = alias(certificates, 'found')
/** Certificates with this name or course, and certificates of this person: a union, because an index serves each part but not their disjunction. */
const matches = (q: string) => sql`${certificates.id} in (
  select ${found.id} from ${certificates} as found where ${found.name} ilike ${containing(q)} or ${found.title} ilike ${containing(q)}
  union select ${found.id} from ${certificates} as found where ${userSql.matches(found.userId, q)}
)`

/** One page of all certificates, newest first. `q` searches the name, the title, and the user. */
export async function listCertificates(
  { database: { query }, identity }: CertificateDeps,
  { q, status, ...input }: ListCertificatesInput,
): Promise<KeysetPage<CertificateRecord> & { total: number; isCounted: boolean }> {
  const where = and(
    q ? matches(q) : undefined,
    status && (status === 'valid' ? isNull(certificates.revokedAt) : isNotNull(certificates.revokedAt)),
  )
  const at = keyset({ key: certificates.issuedAt, type: 'instant', id: certificates.id, descending: true }, input)
  const page = await query
    .select({ ...getTableColumns(certificates), position: at.position })
    .from(certificates)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(page)
  const people = await identity.findUserProfiles(rows.map((row) => row.userId))
  return {
    rows: rows.map((row) => presentRecord(row, people.get(row.userId))),
    ...steps,
    ...(await at.count(page, () => countUpTo(query, maximumCounted, certificates, where))),
  }
}
