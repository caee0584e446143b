import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { randomBytes } from 'node:crypto'
import { hourMs } from '#contract/kit/durations.ts'
import { deleteSome, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { totpSecrets } from '#server/identity/tables.ts'

const periodSeconds = 30
const secretBytes = 20
/** Codes of the step before and after are accepted too: clocks of phones are inexact. */
const tolerance = 1
const setupMs = hourMs

const asSecret = (bytes: Buffer): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** Replaces an unfinished setup. Null when an app is already confirmed. */
export async function createTotpSecret(
  tx: Tx,
  { userId, issuer, label, now }: { userId: string; issuer: string; label: string; now: Date },
): Promise<{ secret: string; uri: string } | null> {
  const bytes = randomBytes(secretBytes)
  const fresh = { secret: bytes, createdAt: now, lastUsedStep: 0 }
  const [made] = await tx
    .insert(totpSecrets)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: fresh, setWhere: isNull(totpSecrets.confirmedAt) })
    .returning({ userId: totpSecrets.userId })
  if (!made) return null
  const totp = new TOTP({ issuer, label, secret: asSecret(bytes), period: periodSeconds })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The step of a right code that was not used before; null for any other code. */
function findStep(
  { secret, lastUsedStep }: { secret: Buffer; lastUsedStep: number },
  code: string,
  now: Date,
): number | null {
  const delta = TOTP.validate({
    token: code,
    secret: asSecret(secret),
    period: periodSeconds,
    timestamp: now.getTime(),
    window: tolerance,
  })
  if (delta === null) return null
  const step = TOTP.counter({ period: periodSeconds, timestamp: now.getTime() }) + delta
  return step > lastUsedStep ? step : null
}

/** Finishes the setup of the last hour with the first code. */
export async function confirmTotpSecret(
  tx: Tx,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<{ outcome: 'confirmed' } | Refusal<'no-setup'> | InvalidInput> {
  const [setup] = await tx
    .select()
    .from(totpSecrets)
    .where(
      and(
        eq(totpSecrets.userId, userId),
        isNull(totpSecrets.confirmedAt),
        gt(totpSecrets.createdAt, new Date(now.getTime() - setupMs)),
      ),
    )
    .for('update')
  if (!setup) return refused('no-setup')
  const step = findStep(setup, code, now)
  if (step === null) return invalidInput({ code: 'Kode salah. Pakai kode yang sedang tampil di aplikasi.' })
  await tx.update(totpSecrets).set({ confirmedAt: now, lastUsedStep: step }).where(eq(totpSecrets.userId, userId))
  return { outcome: 'confirmed' }
}

/** True when two-step sign-in is on. */
export async function hasTotp(queryable: Queryable, userId: string): Promise<boolean> {
  const [row] = await queryable
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  return row !== undefined
}

/** Accepts a code of the user's app, each code once: of concurrent calls with the same code one gets true. */
export async function consumeTotpCode(queryable: Queryable, userId: string, code: string, now: Date): Promise<boolean> {
  const [app] = await queryable
    .select()
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  const step = app ? findStep(app, code, now) : null
  if (step === null) return false
  const accepted = await queryable
    .update(totpSecrets)
    .set({ lastUsedStep: step })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), lt(totpSecrets.lastUsedStep, step)))
    .returning({ userId: totpSecrets.userId })
  return accepted.length > 0
}

export function deleteUnfinishedSetups(queryable: Queryable, before: Date, limit: number): Promise<number> {
  const isUnfinished = and(
    isNull(totpSecrets.confirmedAt),
    lt(totpSecrets.createdAt, new Date(before.getTime() - setupMs)),
  )
  return deleteSome(queryable, totpSecrets, { id: totpSecrets.userId, where: isUnfinished }, limit)
}
