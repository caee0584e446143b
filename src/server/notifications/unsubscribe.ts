import { createHmac, timingSafeEqual } from 'node:crypto'
import { notificationKinds, type NotificationKind } from '#contract/notifications/kinds.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Secret } from '#server/platform/protection/index.ts'
import type { NotificationsDeps } from './deps.ts'
import { kinds } from './kinds.ts'
import { switchOff } from './settings.ts'

/** The link of a mail ends mails of a kind, or the digest. */
export type Ends = { userId: string; kind: NotificationKind | 'digest' }

const signatureOf = async (secret: Secret, text: string, tx?: Tx): Promise<Buffer> =>
  createHmac('sha256', await secret(tx))
    .update(`unsubscribe ${text}`)
    .digest()

/** Works without signing in, does only this, and never expires, because mails are kept. */
export async function writeToken(tx: Tx, secret: Secret, { userId, kind }: Ends): Promise<string> {
  const text = `${userId}.${kind}`
  return `${text}.${(await signatureOf(secret, text, tx)).toString('base64url')}`
}

async function readToken(secret: Secret, token: string): Promise<Ends | null> {
  const [userId = '', kind = '', signature = ''] = token.split('.')
  const isKnown = kind === 'digest' || notificationKinds.some((known) => known === kind)
  if (!isUuid(userId) || !isKnown) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = await signatureOf(secret, `${userId}.${kind}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? { userId, kind: kind as Ends['kind'] }
    : null
}

const present = ({ kind }: Ends) => ({ kind, label: kind === 'digest' ? 'Ringkasan harian' : kinds[kind].label })

export async function showUnsubscribe({ unsubscribeSecret }: NotificationsDeps, token: string) {
  const ends = await readToken(unsubscribeSecret, token)
  return ends && present(ends)
}

/** Null for a link that is not ours. */
export async function unsubscribe({ database, unsubscribeSecret }: NotificationsDeps, token: string) {
  const ends = await readToken(unsubscribeSecret, token)
  if (!ends) return null
  const ended = ends.kind === 'digest' ? notificationKinds : [ends.kind]
  await database.transaction(async (tx) => {
    for (const kind of ended)
      await switchOff(tx, ends.userId, kind, ends.kind === 'digest' ? ['digest'] : ['mail', 'digest'])
  })
  return present(ends)
}
