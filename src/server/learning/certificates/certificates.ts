import { and, count, desc, eq, ilike, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Certificate, CertificateKey, CertificateRecord } from '#contract/certificates.ts'
import { dependsOn } from '#server/cache-tags/index.ts'
import { containing, type Queryable } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { issueCertificate, type CertificateRow, type IssueDeps, type IssueOutcome } from './issue.ts'
import { presentCertificate, presentKey, presentRecord, type ShownCertificate } from './present.ts'
import { listKeys, rotateKey } from './signing-keys.ts'
import { certificateKeys, certificates } from './tables.ts'

export type Certificates = ReturnType<typeof certificatesModule>

type ListInput = { q: string; status?: 'valid' | 'revoked' | undefined; page: number; limit: number }

export function certificatesModule(deps: IssueDeps) {
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

    /** One page of all certificates, newest first. `q` searches the name and the course title. */
    async list({ q, status, page, limit }: ListInput): Promise<{ records: CertificateRecord[]; total: number }> {
      const pattern = containing(q)
      const wanted = and(
        q ? or(ilike(certificates.name, pattern), ilike(certificates.courseTitle, pattern)) : undefined,
        status && (status === 'valid' ? isNull(certificates.revokedAt) : isNotNull(certificates.revokedAt)),
      )
      const rows = await database.query
        .select()
        .from(certificates)
        .where(wanted)
        .orderBy(desc(certificates.issuedAt), desc(certificates.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const [counted] = await database.query.select({ total: count() }).from(certificates).where(wanted)
      const people = await identity.findUserProfiles(rows.map((row) => row.userId))
      return { records: rows.map((row) => presentRecord(row, people.get(row.userId))), total: counted?.total ?? 0 }
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
