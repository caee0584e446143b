import { createPublicKey, verify } from 'node:crypto'
import type { Invariant, Session } from '#server/platform/database/index.ts'

/** Hold for enrolments and certificates at every moment. Checked after a restore, and at the end of a chaos run. */
export const learningInvariants: readonly Invariant[] = [
  [
    'at most one active enrolment per student and course',
    `select user_id, course_id from enrollments where revoked_at is null group by 1, 2 having count(*) > 1`,
  ],
  [
    'the student count of a course equals its active enrolments',
    `select c.id from courses c left join (select course_id, count(*) as active from enrollments where revoked_at is null group by 1) e on e.course_id = c.id
     where c.student_count <> coalesce(e.active, 0)`,
  ],
  [
    'the students of a course are ordered by their names and completions of published lessons; those of a deleted lesson may still count',
    `select e.user_id, e.course_id from enrollments e join users u on u.id = e.user_id
     where e.student_name <> lower(u.name) or e.student_search <> lower(u.name) || ' ' || u.email or e.completed_lessons < (
       select count(*) from completions c join contents l on l.id = c.content_id
       where c.user_id = e.user_id and c.course_id = e.course_id and l.status = 'published')`,
  ],
  [
    'there is at most one signing key, and only the current one has its private half',
    `select k.id from certificate_keys k where (k.retired_at is null) <> (k.private_key is not null)
     union all select min(id) from certificate_keys where retired_at is null having count(*) > 1`,
  ],
]

type SignedRow = { id: string; signed: string; signature: string; public_key: string }

const pageSize = 1000

// A credential is a token: its signature is the last of its three parts, in base64url. Certificates from before have a document and a signature beside it.
const signedPart = `coalesce(split_part(c.credential, '.', 1) || '.' || split_part(c.credential, '.', 2), c.document)`
const signatureText = `coalesce(split_part(c.credential, '.', 3), encode(c.signature, 'base64'))`

/** Ids of certificates whose signature does not fit their text. */
export async function listForgedCertificates(session: Session): Promise<string[]> {
  const forged: string[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await session.query<SignedRow>(
      `select c.id::text as id, ${signedPart} as signed, ${signatureText} as signature, encode(k.public_key, 'base64') as public_key
       from certificates c join certificate_keys k on k.id = c.key_id where c.id > $1::uuid order by c.id limit ${pageSize}`,
      [after],
    )
    forged.push(...rows.filter((row) => !isSigned(row)).map(({ id }) => id))
    if (rows.length < pageSize) return forged
    after = rows.at(-1)?.id ?? after
  }
}

function isSigned({ signed, signature, public_key }: SignedRow): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(public_key, 'base64').toString('base64url') },
    format: 'jwk',
  })
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))
}
