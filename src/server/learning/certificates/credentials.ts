import { createPrivateKey } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { and, desc, eq, gte, isNotNull, isNull, lt } from 'drizzle-orm'
import { paths } from '#contract/kit/paths.ts'
import type { CertificateDocument } from '#contract/learning/certificates.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import { listKeys } from './signing-keys.ts'
import { certificateKeys, certificates } from './tables.ts'

/** Certificates in one status list: the smallest that the standard allows. */
const certificatesPerList = 131_072

const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']
export const credentialType = 'application/vc+jwt'

/** The issuer as `did:web`: the host of the site, with its port encoded. */
const issuerDid = (publicUrl: string): string => `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
const issuerProfileUrl = (publicUrl: string): string => `${publicUrl}/credentials/issuer`
const statusListUrl = (publicUrl: string, list: number): string => `${publicUrl}/credentials/status/${list}`

export type Issuer = { publicUrl: string; siteName: string }
export type CredentialSubject = { document: CertificateDocument; statusIndex: number }
type Key = { id: string; privateKey: Buffer }

/** Signs claims as a Verifiable Credential (VC-JOSE-COSE) with Ed25519. */
async function sign(claims: Record<string, unknown>, key: Key, publicUrl: string): Promise<string> {
  const { CompactSign } = await import('jose')
  const header = { alg: 'EdDSA', kid: `${issuerDid(publicUrl)}#${key.id}`, typ: 'vc+jwt', cty: 'vc' }
  const privateKey = createPrivateKey({ key: key.privateKey, format: 'der', type: 'pkcs8' })
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header).sign(privateKey)
}

/** The Open Badge of a certificate, as a signed token. */
export function signCredential(
  { document, statusIndex }: CredentialSubject,
  key: Key,
  { publicUrl, siteName }: Issuer,
): Promise<string> {
  const id = `${publicUrl}/api/certificates/${document.id}/credential`
  const issuedSeconds = Math.floor(Date.parse(document.issuedAt) / 1000)
  const list = Math.floor(statusIndex / certificatesPerList)
  const index = statusIndex % certificatesPerList
  const claims = {
    '@context': contexts,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: document.courseTitle,
    issuer: { id: issuerDid(publicUrl), type: ['Profile'], name: siteName, url: publicUrl },
    validFrom: document.issuedAt,
    credentialSubject: {
      id: `urn:uuid:${document.id}`,
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: document.name }],
      achievement: {
        id: publicUrl + pageOf(document),
        type: ['Achievement'],
        achievementType: 'CertificateOfCompletion',
        name: document.courseTitle,
        ...describeAchievement(document),
      },
    },
    credentialStatus: {
      id: `${statusListUrl(publicUrl, list)}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: statusListUrl(publicUrl, list),
    },
    iss: issuerDid(publicUrl),
    jti: id,
    sub: `urn:uuid:${document.id}`,
    nbf: issuedSeconds,
    iat: issuedSeconds,
  }
  return sign(claims, key, publicUrl)
}

/** The public page of what was finished. */
const pageOf = ({ courseId, path }: CertificateDocument): string =>
  path ? paths.learningPath({ slug: path.id }) : paths.courseDetail({ courseId: courseId ?? '' })

function describeDetails(details: CertificateDocument['details']): string[] {
  const { hours = null, competences = [], signers = [] } = details ?? {}
  return [
    ...(hours === null ? [] : [`Beban belajar: ${hours} JP.`]),
    ...(competences.length > 0 ? [`Kompetensi: ${competences.join('; ')}.`] : []),
    ...(signers.length > 0
      ? [`Ditandatangani oleh ${signers.map(({ name, title }) => `${name} (${title})`).join(' dan ')}.`]
      : []),
  ]
}

const describeAchievement = ({ lessonCount, instructor, path, details }: CertificateDocument) =>
  path
    ? {
        description: `Menyelesaikan ${path.steps.length} kelas di jalur belajar ini.`,
        criteria: { narrative: `Menyelesaikan semua kelas: ${path.steps.map(({ title }) => title).join('; ')}.` },
      }
    : {
        description: `Menyelesaikan ${lessonCount} materi di kelas ini, bersama ${instructor}.`,
        criteria: {
          narrative: [`Menyelesaikan semua materi kelas (${lessonCount}).`, ...describeDetails(details)].join(' '),
        },
      }

/** The key that signs now; null before the first certificate. */
async function findSigningKey(queryable: Queryable): Promise<Key | null> {
  const [row] = await queryable.select().from(certificateKeys).where(isNull(certificateKeys.retiredAt))
  return row?.privateKey ? { id: row.id, privateKey: row.privateKey } : null
}

type Deps = { database: Database; publicUrl: string; readSite: () => Promise<{ name: string }> }

/** Verifies credentials: the credential itself, the issuer with its keys, and the lists of revoked ones. */
export function credentialsModule({ database, publicUrl, readSite }: Deps) {
  /** The document of the issuer, also with retired keys: what they signed stays verifiable. */
  async function describeDid() {
    const did = issuerDid(publicUrl)
    const keys = await listKeys(database.query)
    return {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
      id: did,
      verificationMethod: keys.map(({ id, publicKey }) => ({
        id: `${did}#${id}`,
        type: 'JsonWebKey',
        controller: did,
        publicKeyJwk: {
          kty: 'OKP',
          crv: 'Ed25519',
          x: publicKey.toString('base64url'),
          kid: id,
          alg: 'EdDSA',
          use: 'sig',
        },
      })),
      assertionMethod: keys.map(({ id }) => `${did}#${id}`),
      service: [{ id: `${did}#profile`, type: 'LinkedDomains', serviceEndpoint: issuerProfileUrl(publicUrl) }],
    }
  }

  /** The issuer as an Open Badges profile. */
  async function describeProfile() {
    const { name } = await readSite()
    return { '@context': contexts, id: issuerDid(publicUrl), type: ['Profile'], name, url: publicUrl }
  }

  /** The status list with this number as a signed token; null for one without certificates. */
  async function findStatusList(list: number, now: Date): Promise<string | null> {
    const first = list * certificatesPerList
    const ofList = and(gte(certificates.statusIndex, first), lt(certificates.statusIndex, first + certificatesPerList))
    const [any] = await database.query
      .select({ index: certificates.statusIndex })
      .from(certificates)
      .where(ofList)
      .orderBy(desc(certificates.statusIndex))
      .limit(1)
    const key = await findSigningKey(database.query)
    if (!any || !key) return null
    const revoked = await database.query
      .select({ index: certificates.statusIndex })
      .from(certificates)
      .where(and(ofList, isNotNull(certificates.revokedAt)))
      .limit(certificatesPerList)
    const id = statusListUrl(publicUrl, list)
    const subject = {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: await encodeBits(revoked.map(({ index }) => index - first)),
    }
    const claims = {
      '@context': contexts.slice(0, 1),
      id,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer: issuerDid(publicUrl),
      validFrom: now.toISOString(),
      credentialSubject: subject,
    }
    return sign(claims, key, publicUrl)
  }

  /** All status lists, the first one first. */
  async function listStatusLists(now: Date): Promise<string[]> {
    const lists: string[] = []
    for (;;) {
      const list = await findStatusList(lists.length, now)
      if (list === null) return lists
      lists.push(list)
    }
  }

  return {
    /** The credential of a certificate. One from before credentials is signed by the present key. Null when it does not exist. */
    async find(certificateId: string): Promise<string | null> {
      const [row] = await database.query.select().from(certificates).where(eq(certificates.id, certificateId))
      if (!row || row.credential !== null) return row?.credential ?? null
      const key = await findSigningKey(database.query)
      const document = JSON.parse(row.document) as CertificateDocument
      return (
        key &&
        signCredential({ document, statusIndex: row.statusIndex }, key, {
          publicUrl,
          siteName: (await readSite()).name,
        })
      )
    },

    /** The public documents of the issuer. */
    describeIssuer: async () => ({ did: await describeDid(), profile: await describeProfile() }),
    describeDid,
    describeProfile,

    findStatusList,
    listStatusLists,
  }
}

/** A bit a certificate, the first one leftmost; compressed, base64url, with the multibase prefix. */
async function encodeBits(set: readonly number[]): Promise<string> {
  const bits = Buffer.alloc(certificatesPerList / 8)
  for (const index of set) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  return `u${(await promisify(gzip)(bits)).toString('base64url')}`
}
