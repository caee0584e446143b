import { newId } from '#server/platform/new-id.ts'
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { answerWithinMs, type FileRequestInput } from '#contract/privacy/privacy.ts'
import type { AnswerRequestInput, ListRequestsInput, RecordRequestInput } from '#contract/privacy/privacy-admin.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { rowPages, type Database, type Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import {
  invalidInput,
  refused,
  tooManyRequests,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import { requestAnsweredMessage, requestReceivedMessage, requestToAdminsMessage } from './messages.ts'
import { privacyRequests, type RequestRow } from './tables.ts'
import { requestsPerUser } from './limits.ts'

type Deps = {
  database: Database
  clock: Clock
  rateLimiter: RateLimiter
  mail: Mail
  audit: Audit
  settings: Settings
  listAdmins: (tx: Tx) => Promise<readonly { id: string; name: string; email: string }[]>
  publicUrl: string
}
export type AnswerOutcome = { outcome: 'saved'; request: RequestRow } | Refusal<'not-found' | 'already-answered'>

const ownShown = 50

type NewRequest = Pick<RequestRow, 'userId' | 'requesterName' | 'requesterEmail' | 'kind' | 'body' | 'receivedAt'>

/** Requests about personal data. Each is answered within three days of being received, by mail. */
export function privacyRequestsModule({
  database,
  clock,
  rateLimiter,
  mail,
  audit,
  settings,
  listAdmins,
  publicUrl,
}: Deps) {
  async function insert(tx: Tx, request: NewRequest): Promise<RequestRow> {
    const dueAt = new Date(request.receivedAt.getTime() + answerWithinMs)
    const [row] = await tx
      .insert(privacyRequests)
      .values({ id: newId(), ...request, state: 'new', dueAt })
      .returning()
    if (!row) throw new Error('The request was not stored')
    return row
  }

  async function find(id: string): Promise<RequestRow | null> {
    const [row] = await database.query.select().from(privacyRequests).where(eq(privacyRequests.id, id))
    return row ?? null
  }

  return {
    find,

    /** Stores a request of a signed-in user, confirms it by mail, and mails the contact address of the site, or its admins where it has none. */
    async file(
      { id: userId, name, email }: Viewer,
      { kind, text }: FileRequestInput,
    ): Promise<{ outcome: 'filed'; request: RequestRow } | TooManyRequests> {
      const mayFile = await rateLimiter.take([requestsPerUser, userId])
      if (!mayFile.allowed) return tooManyRequests(mayFile, `Paling banyak ${requestsPerUser.times} permintaan sehari.`)
      return database.transaction(async (tx) => {
        const row = await insert(tx, {
          userId,
          requesterName: name,
          requesterEmail: email,
          kind,
          body: text,
          receivedAt: clock.now(),
        })
        await mail.queue(tx, {
          kind: 'privacy-request',
          to: { name, email },
          message: requestReceivedMessage(publicUrl, row),
          neutral: requestReceivedMessage(publicUrl, { ...row, body: '' }),
          ownerId: userId,
        })
        const site = await settings.readSite(tx)
        const told = site.contactEmail
          ? [{ id: null, name: site.name, email: site.contactEmail }]
          : await listAdmins(tx)
        for (const { id: ownerId, ...to } of told)
          await mail.queue(tx, {
            kind: 'privacy-request-filed',
            to,
            message: requestToAdminsMessage(publicUrl, row),
            ownerId,
            cause: 'site',
          })
        return { outcome: 'filed', request: row }
      })
    },

    listOf: (userId: string): Promise<RequestRow[]> =>
      database.query
        .select()
        .from(privacyRequests)
        .where(eq(privacyRequests.userId, userId))
        .orderBy(desc(privacyRequests.receivedAt), desc(privacyRequests.id))
        .limit(ownShown),

    /** All of them, the oldest first, a page at a time. */
    exportOf: (userId: string) =>
      rowPages(
        ({ id }: RequestRow) => id,
        (after, limit) =>
          database.query
            .select()
            .from(privacyRequests)
            .where(and(eq(privacyRequests.userId, userId), after === null ? undefined : gt(privacyRequests.id, after)))
            .orderBy(asc(privacyRequests.id))
            .limit(limit),
        ({ id, kind, body: text, state, answer, receivedAt, closedAt }) => ({
          id,
          kind,
          text,
          state,
          answer,
          receivedAt,
          closedAt,
        }),
      ),

    async list({
      state,
      page,
      limit,
    }: ListRequestsInput): Promise<{ rows: RequestRow[]; total: number; overdue: number }> {
      const isOpen = isNull(privacyRequests.closedAt)
      const where = state === 'open' ? isOpen : state && eq(privacyRequests.state, state)
      const order =
        state === 'open'
          ? [asc(privacyRequests.dueAt), asc(privacyRequests.id)]
          : [desc(privacyRequests.receivedAt), desc(privacyRequests.id)]
      const rows = await database.query
        .select()
        .from(privacyRequests)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset((page - 1) * limit)
      const total = await database.query.$count(privacyRequests, where)
      const overdue = await database.query.$count(privacyRequests, and(isOpen, lt(privacyRequests.dueAt, clock.now())))
      return { rows, total, overdue }
    },

    /** Records a request of a person who cannot sign in. Its time runs from the time it was received, which is not in the future. */
    async record(
      admin: Viewer,
      { name, email, kind, text, receivedAt }: RecordRequestInput,
    ): Promise<{ outcome: 'recorded'; request: RequestRow } | InvalidInput> {
      const received = new Date(receivedAt)
      if (received > clock.now()) return invalidInput({ receivedAt: 'Waktu diterima tidak boleh di masa depan' })
      return database.transaction(async (tx) => {
        const row = await insert(tx, {
          userId: null,
          requesterName: name,
          requesterEmail: email,
          kind,
          body: text,
          receivedAt: received,
        })
        await audit.record(tx, {
          actorId: admin.id,
          action: 'privacy-request.recorded',
          subjectId: row.id,
          details: { kind },
        })
        return { outcome: 'recorded', request: row }
      })
    },

    /** Starts a request, or closes it and mails the answer. Of two concurrent answers, one gets 'already-answered'. */
    async answer(admin: Viewer, id: string, { state, answer }: AnswerRequestInput): Promise<AnswerOutcome> {
      return database.transaction(async (tx) => {
        const isClosed = state !== 'in-progress'
        const [row] = await tx
          .update(privacyRequests)
          .set({ state, ...(isClosed ? { answer, closedAt: clock.now() } : {}) })
          .where(and(eq(privacyRequests.id, id), isNull(privacyRequests.closedAt)))
          .returning()
        if (!row)
          return (await tx.$count(privacyRequests, eq(privacyRequests.id, id))) > 0
            ? refused('already-answered')
            : refused('not-found')
        const details = { kind: row.kind, state }
        await audit.record(tx, {
          actorId: admin.id,
          action: 'privacy-request.answered',
          subjectId: id,
          details,
        })
        // The account may have been deleted meanwhile.
        if (isClosed && !isErased(row)) {
          const to = { name: row.requesterName, email: row.requesterEmail }
          const message = requestAnsweredMessage(publicUrl, row)
          await mail.queue(tx, { kind: 'privacy-answer', to, message, ownerId: row.userId })
        }
        return { outcome: 'saved', request: row }
      })
    },

    /** Removes who asked, what they wrote and what they were answered. Kind and times stay as proof that there was an answer. */
    async erase(tx: Tx, userId: string): Promise<void> {
      const erasedAt = clock.now().toISOString()
      await tx
        .update(privacyRequests)
        .set({
          userId: null,
          requesterName: 'Pengguna terhapus',
          requesterEmail: erasedEmail,
          body: '',
          answer: '',
          state: sql`case when closed_at is null then 'done' else state end`,
          closedAt: sql`coalesce(closed_at, ${erasedAt}::timestamptz)`,
        })
        .where(eq(privacyRequests.userId, userId))
    },

    /** Deletes at most `limit` requests that were answered before this time, and returns how many. */
    async deleteOld(before: Date, limit: number): Promise<number> {
      const old = database.query
        .select({ id: privacyRequests.id })
        .from(privacyRequests)
        .where(lt(privacyRequests.closedAt, before))
        .limit(limit)
      return (
        await database.query
          .delete(privacyRequests)
          .where(inArray(privacyRequests.id, old))
          .returning({ id: privacyRequests.id })
      ).length
    },
  }
}

const erasedEmail = 'terhapus@invalid'
const isErased = (row: RequestRow): boolean => row.requesterEmail === erasedEmail
