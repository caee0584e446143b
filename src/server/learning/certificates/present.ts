import type { CertificateKey, CertificateRecord } from '#contract/learning/certificates-admin.ts'
import { certificateDocument, type Certificate } from '#contract/learning/certificates.ts'
import type { OwnCertificate } from '#contract/learning/own-certificates.ts'
import { plainCertificate } from '#contract/catalog/course-certificate.ts'
import { presentDetails } from '#server/catalog/index.ts'
import type { UserProfile } from '#server/identity/index.ts'
import type { KeyRow } from './signing-keys.ts'
import type { CertificateRow } from './tables.ts'

type ShownCertificate = { row: CertificateRow; publicKey: Buffer }

/** The signing input: the first two parts of the credential, or the document of a certificate from before. */
function signedPart({ credential, document, signature }: CertificateRow): { document: string; signature: string } {
  if (credential === null) return { document, signature: (signature ?? Buffer.alloc(0)).toString('base64url') }
  const end = credential.lastIndexOf('.')
  return { document: credential.slice(0, end), signature: credential.slice(end + 1) }
}

const plainDetails = presentDetails(plainCertificate)

const courseOf = ({ courseId, title }: CertificateRow) => (courseId === null ? null : { _id: courseId, title })

export function presentCertificate({ row, publicKey }: ShownCertificate): Certificate {
  const { lessonCount, path, details = plainDetails } = certificateDocument.parse(JSON.parse(row.document))
  return {
    _id: row.id,
    name: row.name,
    title: row.title,
    course: courseOf(row),
    path: path ? { _id: path.id, title: row.title, steps: path.steps.map(({ title }) => title) } : null,
    instructor: { name: row.instructorName },
    lessonCount,
    ...details,
    issuedAt: row.issuedAt.toISOString(),
    valid: row.revokedAt === null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    proof: { ...signedPart(row), keyId: row.keyId, publicKey: publicKey.toString('base64url') },
    credentialUrl: `/api/certificates/${row.id}/credential`,
    pdfUrl: `/certificate/${row.id}.pdf`,
    qrUrl: `/certificate/${row.id}.svg`,
    proofUrl: `/certificate/${row.id}.json`,
    verifierUrl: '/certificate/verifier.html',
  }
}

/** A certificate for the CV of its owner. */
export function presentOwn(row: CertificateRow): OwnCertificate {
  const { path, details = plainDetails } = certificateDocument.parse(JSON.parse(row.document))
  return {
    _id: row.id,
    title: row.title,
    courseId: row.courseId,
    path: path ? { _id: path.id, steps: path.steps.length } : null,
    hours: details.hours,
    competences: details.competences,
    issuedAt: row.issuedAt.toISOString(),
  }
}

/** A certificate for admins, with its user and the reason of a revocation. */
export function presentRecord(row: CertificateRow, user: UserProfile | undefined): CertificateRecord {
  return {
    _id: row.id,
    name: row.name,
    user: { _id: row.userId, name: user?.name ?? '', email: user?.email ?? '' },
    title: row.title,
    course: courseOf(row),
    path: row.pathId === null ? null : { _id: row.pathId, title: row.title },
    issuedAt: row.issuedAt.toISOString(),
    keyId: row.keyId,
    status: row.revokedAt ? 'revoked' : 'valid',
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokeReason: row.revokeReason,
    isFinal: row.revokedBy !== null,
  }
}

export const presentKey = (row: KeyRow): CertificateKey => ({
  _id: row.id,
  publicKey: row.publicKey.toString('base64url'),
  createdAt: row.createdAt.toISOString(),
  retiredAt: row.retiredAt?.toISOString() ?? null,
})
