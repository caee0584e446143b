import { and, count, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CertificateKey, CertificateRecord, ListCertificatesInput } from '#contract/learning/certificates-admin.ts'
import type { Certificate } from '#contract/learning/certificates.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { dependsOn } from '#server/platform/cache-tags/index.ts'
import { containing, countUpTo, keyset, type KeysetPage, type Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { userSql } from '#server/identity/index.ts'
import { issueCertificate, type CertificateRow, type IssueDeps, type IssueOutcome } from './issue.ts'
import { presentCertificate, presentKey, presentRecord, type ShownCertificate } from './present.ts'
import { credentialsModule } from './credentials.ts'
import { listKeys, rotateKey } from './signing-keys.ts'
import { certificateKeys, certificates } from './tables.ts'

export type Certificates = ReturnType<typeof certificatesModule>

const found = alias(certificates, 'found')
/** Certificates with this name or course, and certificates of this person: a union, because an index serves each part but not their disjunction. */
const matches = (q: string) => sql`${certificates.id} in (
  select ${found.id} from ${certificates} as found where ${found.name} ilike ${containing(q)} or ${found.courseTitle} ilike ${containing(q)}
  union select ${found.id} from ${certificates} as found where ${userSql.matches(found.userId, q)}
)`

export function certificatesModule(deps: IssueDeps) {
  const credentials = credentialsModule(deps)
  const { database, identity, cacheTags, audit, clock } = deps

  async function find(id: string): Promise<ShownCertificate | null> {
    const [found] = await database.query
      .select({ row: certificates, publicKey: certificateKeys.publicKey })
      .from(certificates)
      .innerJoin(certificateKeys, eq(certificateKeys.id, certificates.keyId))
      .where(eq(certificates.id, id))
    return found ?? null
  }

  return {
    credentials,
    findStatusList: (list: number) => credentials.findStatusList(list, clock.now()),
    listStatusLists: () => credentials.listStatusLists(clock.now()),

    async issue(input: { userId: string; courseId: string; name: string }): Promise<Certificate | Exclude<IssueOutcome, CertificateRow>> {
      const outcome = await issueCertificate(deps, input)
      if (typeof outcome === 'string') return outcome
      const issued = await find(outcome.id)
      if (!issued) throw new Error('The issued certificate does not exist')
      return presentCertificate(issued)
    },

    /** Public for everyone who knows its URL; null when it does not exist. */
    async show(id: string): Promise<Certificate | null> {
      dependsOn(`certificate:${id}`)
      const found = await find(id)
      return found && presentCertificate(found)
    },

    /** One page of all certificates, newest first. `q` searches the name, the course title, and the user. */
    async list({ q, status, ...input }: ListCertificatesInput): Promise<KeysetPage<CertificateRecord> & { total: number; isCounted: boolean }> {
      const where = and(q ? matches(q) : undefined, status && (status === 'valid' ? isNull(certificates.revokedAt) : isNotNull(certificates.revokedAt)))
      const at = keyset({ key: certificates.issuedAt, type: 'instant', id: certificates.id, descending: true }, input)
      const page = await database.query
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
        ...(await at.count(page, () => countUpTo(database.query, maximumCounted, certificates, where))),
      }
    },

    /** Revokes a certificate; its page and API response show it as revoked at once. */
    async revoke(admin: Viewer, id: string, reason: string): Promise<CertificateRecord | 'not-found' | 'already-revoked'> {
      const outcome = await database.transaction(async (tx) => {
        const [row] = await tx
          .update(certificates)
          .set({ revokedAt: clock.now(), revokedBy: admin.id, revokeReason: reason })
          .where(and(eq(certificates.id, id), isNull(certificates.revokedAt)))
          .returning()
        if (!row) return (await tx.select({ id: certificates.id }).from(certificates).where(eq(certificates.id, id))).length ? 'already-revoked' : 'not-found'
        await audit.record(tx, { actorId: admin.id, action: 'certificate.revoked', subjectKind: 'certificate', subjectId: id, details: { reason } })
        await cacheTags.invalidate(tx, [`certificate:${id}`])
        return row
      })
      if (typeof outcome === 'string') return outcome
      return presentRecord(outcome, (await identity.findUserProfiles([outcome.userId])).get(outcome.userId))
    },

    async listKeys(): Promise<CertificateKey[]> {
      dependsOn('certificate-keys')
      return (await listKeys(database.query)).map(presentKey)
    },

    async rotateKey(admin: Viewer): Promise<CertificateKey[]> {
      return database.transaction(async (tx) => {
        const keyId = await rotateKey(tx, clock.now())
        await audit.record(tx, { actorId: admin.id, action: 'certificate-key.rotated', subjectKind: 'certificate-key', subjectId: keyId })
        await cacheTags.invalidate(tx, ['certificate-keys'])
        return (await listKeys(tx)).map(presentKey)
      })
    },

    /** The number of valid certificates of these courses. */
    async countOf(courseIds: readonly string[]): Promise<number> {
      if (courseIds.length === 0) return 0
      const [counted] = await database.query
        .select({ total: count() })
        .from(certificates)
        .where(and(inArray(certificates.courseId, [...courseIds]), isNull(certificates.revokedAt)))
      return counted?.total ?? 0
    },
  }
}

/** A student's valid certificates by course. */
export async function certificateIdsOf(queryable: Queryable, userId: string): Promise<Map<string, string>> {
  const rows = await queryable
    .select({ id: certificates.id, courseId: certificates.courseId })
    .from(certificates)
    .where(and(eq(certificates.userId, userId), isNull(certificates.revokedAt)))
  return new Map(rows.map(({ id, courseId }) => [courseId, id]))
}
