import { createHash, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { recoveryCodeCount } from '#contract/identity/two-step.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { recoveryCodes } from '#server/identity/tables.ts'

// Without characters that are easily confused. Twelve of them are about 59 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const groupLength = 4

const makeCode = (): string =>
  Array.from({ length: groups * groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
/** `k7mh-2pqx-vw3d` */
const inGroups = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
/** With the user's id, so that one guess cannot be compared with the codes of all users. */
const hashOf = (userId: string, code: string): Buffer => createHash('sha256').update(`${userId} ${code}`).digest()

/** Replaces all codes of a user and returns the new ones, of which only hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
  return codes.map(inGroups)
}

/** Accepts each code once. Takes it without separators, in lower case. */
export async function consumeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashOf(userId, code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function countRecoveryCodes(queryable: Queryable, userId: string): Promise<number> {
  const [row] = await queryable.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}
