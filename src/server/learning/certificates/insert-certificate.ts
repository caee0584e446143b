import { desc, eq } from 'drizzle-orm'
import { canonicalJson, type CertificateDocument } from '#contract/learning/certificates.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import type { CertificateDeps } from './deps.ts'
import { signCredential } from './credentials.ts'
import { currentKey } from './signing-keys.ts'
import { certificates } from './tables.ts'

/** Content of a certificate for a finished course or path. */
type Finished = Pick<CertificateDocument, 'name' | 'courseId' | 'instructor' | 'lessonCount' | 'path' | 'details'> & {
  userId: string
  title: string
}

/** Signs and stores a certificate, and tells its student. Null when there is one already: of two concurrent requests the first one's is kept. */
export async function insertCertificate(
  tx: Tx,
  deps: CertificateDeps,
  { userId, title, ...finished }: Finished,
): Promise<{ id: string } | null> {
  const { publicUrl } = deps
  const { name: siteName } = await deps.readSite(tx)
  const id = newId()
  const issuedAt = deps.clock.now()
  const key = await currentKey(tx, issuedAt)
  const statusIndex = await nextStatusIndex(tx)
  const document: CertificateDocument = {
    type: 'cendaki-certificate',
    version: 1,
    id,
    ...finished,
    courseTitle: title,
    issuedAt: issuedAt.toISOString(),
    issuer: publicUrl,
    keyId: key.id,
  }
  const { name, courseId, instructor, path, details } = finished
  const [inserted] = await tx
    .insert(certificates)
    .values({
      id,
      userId,
      courseId,
      pathId: path?.id ?? null,
      name,
      title,
      instructorName: instructor,
      document: canonicalJson(document),
      signatures: details?.signers.flatMap(({ signature }) => signature ?? []) ?? [],
      credential: await signCredential({ document, statusIndex }, key, { publicUrl, siteName }),
      statusIndex,
      keyId: key.id,
      issuedAt,
    })
    .onConflictDoNothing()
    .returning({ id: certificates.id })
  if (!inserted) return null
  const about = courseId === null ? {} : { courseId }
  await deps.notify(tx, { kind: 'certificate', userId, data: { ...about, courseTitle: title, certificateId: id } })
  await deps.cacheTags.invalidate(tx, [`certificate:${id}`])
  return inserted
}

/** The place after the last one. Serializes the issuing of certificates until the transaction ends. */
async function nextStatusIndex(tx: Tx): Promise<number> {
  await lockUntilCommit(tx, 'certificate-status')
  const [last] = await tx
    .select({ index: certificates.statusIndex })
    .from(certificates)
    .orderBy(desc(certificates.statusIndex))
    .limit(1)
  return (last?.index ?? -1) + 1
}

/** One that a refund revoked is valid again. */
export async function restoreCertificate(tx: Tx, { audit, cacheTags }: CertificateDeps, id: string): Promise<void> {
  await tx.update(certificates).set({ revokedAt: null, revokeReason: null }).where(eq(certificates.id, id))
  await audit.record(tx, { actorId: null, action: 'certificate.restored', subjectId: id })
  await cacheTags.invalidate(tx, [`certificate:${id}`])
}
