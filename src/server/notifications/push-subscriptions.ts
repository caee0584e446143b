import { newId } from '#server/platform/new-id.ts'
import { createECDH } from 'node:crypto'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { maximumPushDevices } from '#contract/notifications/push.ts'
import { isForeignKeyViolation } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findUrlProblem } from '#server/platform/outgoing/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import type { NotificationsDeps } from './deps.ts'
import { pushMessages, pushSubscriptions } from './push-tables.ts'

/** The keys that identify this site to push services (RFC 8292), made from a stored secret: they stay the same, also in a restored backup. */
export async function readVapidKeys({
  pushSecret,
}: Pick<NotificationsDeps, 'pushSecret'>): Promise<{ publicKey: string; privateKey: string }> {
  const pair = createECDH('prime256v1')
  const secret = await pushSecret()
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

const shown = { id: pushSubscriptions.id, createdAt: pushSubscriptions.createdAt }
const present = ({ id, createdAt }: { id: string; createdAt: Date }) => ({
  _id: id,
  createdAt: createdAt.toISOString(),
})

export async function showPush(deps: NotificationsDeps, userId: string) {
  const rows = await deps.database.query
    .select(shown)
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt))
    .limit(maximumPushDevices)
  return { publicKey: (await readVapidKeys(deps)).publicKey, devices: rows.map(present) }
}

type NewSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }
type Added = { outcome: 'added'; device: ReturnType<typeof present> } | InvalidInput | Refusal<'unauthorized'>

const isPoint = (p256dh: string): boolean => {
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    return own.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0
  } catch {
    return false
  }
}

/** A browser belongs to whoever subscribed with it last. Above the limit, the oldest one makes room. */
export async function addPush(
  deps: NotificationsDeps,
  { id: userId, sessionId }: Pick<Viewer, 'id' | 'sessionId'>,
  { endpoint, keys: { p256dh, auth } }: NewSubscription,
): Promise<Added> {
  const { database, clock, network } = deps
  const problem = await findUrlProblem(network, endpoint)
  if (problem !== null) return invalidInput({ endpoint: problem })
  if (!isPoint(p256dh)) return invalidInput({ 'keys.p256dh': 'Peramban ini mengirim kunci yang tidak dikenal' })
  const added = database.transaction(async (tx): Promise<Added> => {
    // Messages to whoever had this browser before are not for this person.
    const ofOther = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.userId, userId)))
    await tx.delete(pushMessages).where(inArray(pushMessages.subscriptionId, ofOther))
    const values = { userId, sessionId, endpoint, p256dh, auth }
    const [row] = await tx
      .insert(pushSubscriptions)
      .values({ id: newId(), ...values, createdAt: clock.now() })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
      .returning(shown)
    if (!row) throw new Error('the subscription was not stored')
    const rows = await tx
      .select(shown)
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(asc(pushSubscriptions.createdAt))
    const surplus = rows.filter(({ id }) => id !== row.id).slice(0, Math.max(0, rows.length - maximumPushDevices))
    if (surplus.length > 0)
      await tx.delete(pushSubscriptions).where(
        inArray(
          pushSubscriptions.id,
          surplus.map(({ id }) => id),
        ),
      )
    return { outcome: 'added', device: present(row) }
  })
  // The session ended meanwhile.
  return added.catch((error: unknown) => {
    if (isForeignKeyViolation(error)) return refused('unauthorized')
    throw error
  })
}

export async function removePush({ database }: NotificationsDeps, userId: string, id: string): Promise<void> {
  await database.query
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
}
