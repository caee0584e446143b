import { newId } from '#server/platform/new-id.ts'
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { readPhone } from '#contract/kit/text/phone.ts'
import { codeDigits, numberMessage, type WhatsApp } from '#contract/notifications/whatsapp.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { NotificationsDeps } from '#server/notifications/deps.ts'
import { isWhatsAppOn } from './whatsapp-queue.ts'
import { forgetNumber } from '#server/notifications/ways.ts'
import { whatsAppMessages, whatsAppNumbers, type WhatsAppNumberRow } from './whatsapp-tables.ts'
import {
  codeValidMs,
  codesPerNumber,
  codesPerPerson,
  codesPerPersonAndNumber,
  triesOfACode,
  triesPerPerson,
} from '#server/notifications/limits.ts'

export async function showWhatsApp(deps: NotificationsDeps, userId: string): Promise<WhatsApp> {
  return present(deps, await find(deps.database.query, userId), await isWhatsAppOn(deps))
}

async function find(queryable: Queryable, userId: string): Promise<WhatsAppNumberRow | null> {
  const [row] = await queryable.select().from(whatsAppNumbers).where(eq(whatsAppNumbers.userId, userId))
  return row ?? null
}

function present({ clock }: NotificationsDeps, row: WhatsAppNumberRow | null, isOffered: boolean): WhatsApp {
  const pending =
    row?.pendingNumber && row.codeUntil && row.codeUntil > clock.now() && row.codeTries < triesOfACode
      ? { number: `+${row.pendingNumber}`, validUntil: row.codeUntil.toISOString() }
      : null
  return { isOffered, number: row?.number ? `+${row.number}` : null, pending }
}

type Started = { outcome: 'started'; shown: WhatsApp } | Refusal<'whatsapp-off'> | TooManyRequests | InvalidInput

/** Sends a code to the number. Whether it belongs to another account is not told: whoever can read the code owns it now. */
export async function startWhatsApp(deps: NotificationsDeps, userId: string, typed: string): Promise<Started> {
  const { database, clock, rateLimiter } = deps
  if (!(await isWhatsAppOn(deps))) return refused('whatsapp-off')
  const number = readPhone(typed)?.number
  if (number === undefined) return invalidInput({ number: numberMessage })
  const counted = await rateLimiter.take(
    [codesPerPerson, userId],
    [codesPerPersonAndNumber, `${userId} ${number}`],
    [codesPerNumber, number],
  )
  if (!counted.allowed)
    return tooManyRequests(
      counted,
      `Paling banyak ${codesPerPersonAndNumber.times} kode sehari ke satu nomor, dan ${codesPerPerson.times} sehari untuk satu orang.`,
    )
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const codeHash = await hashOf(deps, userId, number, code)
  await database.transaction(async (tx) => {
    const now = clock.now()
    const pending = {
      pendingNumber: number,
      codeHash,
      codeUntil: new Date(now.getTime() + codeValidMs),
      codeTries: 0,
    }
    await tx
      .insert(whatsAppNumbers)
      .values({ userId, ...pending })
      .onConflictDoUpdate({ target: whatsAppNumbers.userId, set: pending })
    // A code that was not sent yet is worth nothing any more.
    await tx
      .delete(whatsAppMessages)
      .where(
        and(
          eq(whatsAppMessages.userId, userId),
          eq(whatsAppMessages.kind, 'code'),
          eq(whatsAppMessages.state, 'waiting'),
        ),
      )
    await tx.insert(whatsAppMessages).values({
      id: newId(),
      userId,
      number,
      kind: 'code',
      content: { code },
      createdAt: now,
      nextAttemptAt: now,
    })
  })
  return { outcome: 'started', shown: await showWhatsApp(deps, userId) }
}

/** Bound to the person and the number, so that a code proves nothing else. */
async function hashOf(
  { whatsAppSecret }: NotificationsDeps,
  userId: string,
  number: string,
  code: string,
): Promise<string> {
  return createHmac('sha256', await whatsAppSecret())
    .update(`${userId} ${number} ${code}`)
    .digest('base64url')
}

type Confirmed = { outcome: 'confirmed'; shown: WhatsApp } | InvalidInput | TooManyRequests
const expired = invalidInput({ code: 'Kodenya sudah tidak berlaku. Minta kode baru.' })

export async function confirmWhatsApp(deps: NotificationsDeps, userId: string, code: string): Promise<Confirmed> {
  const { database, clock, rateLimiter } = deps
  const counted = await rateLimiter.take([triesPerPerson, userId])
  if (!counted.allowed)
    return tooManyRequests(counted, `Kode bisa dicoba paling banyak ${triesPerPerson.times} kali sehari.`)
  // Counted in a statement of its own, so that tries at the same moment do not share one.
  const [tried] = await database.query
    .update(whatsAppNumbers)
    .set({ codeTries: sql`${whatsAppNumbers.codeTries} + 1` })
    .where(and(eq(whatsAppNumbers.userId, userId), isNotNull(whatsAppNumbers.codeHash)))
    .returning()
  const { pendingNumber: number, codeHash, codeUntil } = tried ?? {}
  if (!tried || !number || !codeHash || !codeUntil || codeUntil <= clock.now() || tried.codeTries > triesOfACode)
    return expired
  const [given, expected] = [Buffer.from(await hashOf(deps, userId, number, code)), Buffer.from(codeHash)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    const isLast = tried.codeTries === triesOfACode
    return invalidInput({
      code: isLast ? 'Kodenya salah terlalu sering. Minta kode baru.' : 'Kodenya salah. Periksa pesan terbaru.',
    })
  }
  const isConfirmed = await database.transaction(async (tx) => {
    // Who had it before gave the number away, with what waits for it.
    await tx
      .delete(whatsAppMessages)
      .where(
        and(
          eq(whatsAppMessages.number, number),
          ne(whatsAppMessages.userId, userId),
          eq(whatsAppMessages.state, 'waiting'),
        ),
      )
    await tx
      .update(whatsAppNumbers)
      .set({ number: null, confirmedAt: null, wroteAt: null })
      .where(and(eq(whatsAppNumbers.number, number), ne(whatsAppNumbers.userId, userId)))
    const set = {
      number,
      confirmedAt: clock.now(),
      wroteAt: null,
      pendingNumber: null,
      codeHash: null,
      codeUntil: null,
      codeTries: 0,
    }
    const isSame = and(eq(whatsAppNumbers.userId, userId), eq(whatsAppNumbers.codeHash, codeHash))
    return (
      (await tx.update(whatsAppNumbers).set(set).where(isSame).returning({ userId: whatsAppNumbers.userId })).length > 0
    )
  })
  if (!isConfirmed) return expired
  await rateLimiter.reset(triesPerPerson, userId)
  return { outcome: 'confirmed', shown: await showWhatsApp(deps, userId) }
}

export async function removeWhatsApp(deps: NotificationsDeps, userId: string): Promise<WhatsApp> {
  await deps.database.transaction((tx) => forgetNumber(tx, eq(whatsAppNumbers.userId, userId)))
  return showWhatsApp(deps, userId)
}
