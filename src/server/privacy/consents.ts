import { newId } from '#server/platform/new-id.ts'
import { and, asc, desc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { consentPurposes, type Consent, type ConsentPurpose } from '#contract/privacy/privacy.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { rowPages, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { refused, tooManyRequests, type Refusal, type TooManyRequests } from '#server/platform/outcomes.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { Legal } from './legal.ts'
import { consents, type ConsentRow } from './tables.ts'
import { consentChangesPerUser } from './limits.ts'

type Deps = { database: Database; cacheTags: CacheTags; clock: Clock; rateLimiter: RateLimiter; legal: Legal }
export type Consents = ReturnType<typeof consentsModule>

/** The sentence of each purpose, as it is shown where the consent is given. A changed sentence needs a new version. */
const purposes: Record<
  ConsentPurpose,
  { text: string; /** Null for the version of the legal page. */ version: number | null; canWithdraw: boolean }
> = {
  terms: { text: 'Syarat dan Ketentuan serta Kebijakan Privasi', version: null, canWithdraw: false },
  'review-name': { text: 'Namamu tampil di ulasan yang kamu tulis', version: 1, canWithdraw: true },
}
const historyShown = 50

export const isConsentPurpose = (name: string): name is ConsentPurpose =>
  (consentPurposes as readonly string[]).includes(name)

/** Consents of users: one row per period, so that the history is kept. */
export function consentsModule({ database, cacheTags, clock, rateLimiter, legal }: Deps) {
  const currentVersion = async (tx: Tx, purpose: ConsentPurpose) =>
    purposes[purpose].version ?? (await legal.currentVersion(tx, 'terms'))

  async function end(tx: Tx, userId: string, purpose?: ConsentPurpose): Promise<void> {
    await tx
      .update(consents)
      .set({ endedAt: clock.now() })
      .where(
        and(eq(consents.userId, userId), isNull(consents.endedAt), purpose ? eq(consents.purpose, purpose) : undefined),
      )
  }

  async function give(tx: Tx, userId: string, purpose: ConsentPurpose, givenAt: Date): Promise<void> {
    const textVersion = await currentVersion(tx, purpose)
    await tx.insert(consents).values({ id: newId(), userId, purpose, textVersion, givenAt }).onConflictDoNothing()
  }

  const findCurrent = async (
    queryable: Queryable,
    userId: string,
    purpose: ConsentPurpose,
  ): Promise<ConsentRow | null> =>
    (
      await queryable
        .select()
        .from(consents)
        .where(and(eq(consents.userId, userId), eq(consents.purpose, purpose), isNull(consents.endedAt)))
        .limit(1)
    )[0] ?? null

  async function readReviewName(queryable: Queryable, userId: string): Promise<boolean | null> {
    const [last] = await queryable
      .select({ endedAt: consents.endedAt })
      .from(consents)
      .where(and(eq(consents.userId, userId), eq(consents.purpose, 'review-name')))
      // An open period comes first.
      .orderBy(desc(consents.endedAt))
      .limit(1)
    return last ? last.endedAt === null : null
  }

  /** The newest first. Of each purpose by itself: one that is changed often would leave no place for the others. */
  const readRows = (queryable: Queryable, userId: string, purpose: ConsentPurpose) =>
    queryable
      .select()
      .from(consents)
      .where(and(eq(consents.userId, userId), eq(consents.purpose, purpose)))
      .orderBy(desc(consents.givenAt), desc(consents.id))
      .limit(historyShown)

  async function list(userId: string): Promise<Consent[]> {
    const termsVersion = await legal.readCurrentVersion('terms')
    const present = async (purpose: ConsentPurpose): Promise<Consent> => {
      const { text, version, canWithdraw } = purposes[purpose]
      const history = await readRows(database.query, userId, purpose)
      const current = history.find((row) => row.endedAt === null)
      return {
        purpose,
        text,
        givenAt: current?.givenAt.toISOString() ?? null,
        version: current?.textVersion ?? null,
        currentVersion: version ?? termsVersion,
        canWithdraw,
        history: history.map((row) => ({
          version: row.textVersion,
          givenAt: row.givenAt.toISOString(),
          endedAt: row.endedAt?.toISOString() ?? null,
        })),
      }
    }
    return Promise.all(consentPurposes.map(present))
  }

  return {
    /** A new user agreed to the current terms. */
    acceptTerms: (tx: Tx, userId: string) => give(tx, userId, 'terms', clock.now()),

    /**
     * True when a person's name is shown with their reviews, as chosen with one of them. Undefined: the first review agrees to it, and a consent
     * that was withdrawn before stays withdrawn.
     */
    async chooseReviewName(tx: Tx, userId: string, isShown: boolean | undefined, writtenAt: Date): Promise<void> {
      const before = await readReviewName(tx, userId)
      if (isShown === before || (isShown === undefined && before !== null)) return
      if (isShown !== false) return give(tx, userId, 'review-name', writtenAt)
      // A person who never agreed has refused, which is kept: a later review without a choice must not agree for them.
      if (before === null) await give(tx, userId, 'review-name', writtenAt)
      await end(tx, userId, 'review-name')
      await cacheTags.invalidate(tx, [`user:${userId}`])
    },

    /** Null when the person never chose. */
    readReviewName: (userId: string) => readReviewName(database.query, userId),

    /** Those of these users whose name may be shown with their reviews. */
    async mayShowNames(queryable: Queryable, userIds: readonly string[]): Promise<Set<string>> {
      if (userIds.length === 0) return new Set()
      const rows = await queryable
        .select({ userId: consents.userId })
        .from(consents)
        .where(
          and(inArray(consents.userId, [...userIds]), eq(consents.purpose, 'review-name'), isNull(consents.endedAt)),
        )
      return new Set(rows.map((row) => row.userId))
    },

    list,

    /** All of them, the oldest first, a page at a time. */
    exportOf: (userId: string) =>
      rowPages(
        ({ id }: ConsentRow) => id,
        (after, limit) =>
          database.query
            .select()
            .from(consents)
            .where(and(eq(consents.userId, userId), after === null ? undefined : gt(consents.id, after)))
            .orderBy(asc(consents.id))
            .limit(limit),
        ({ purpose, textVersion: version, givenAt, endedAt }) => ({
          purpose,
          text: purposes[purpose].text,
          version,
          givenAt,
          endedAt,
        }),
      ),

    /** Gives or withdraws a consent. Giving the terms again accepts their current version. */
    async set(
      userId: string,
      purpose: ConsentPurpose,
      given: boolean,
    ): Promise<{ outcome: 'set' } | Refusal<'not-withdrawable'> | TooManyRequests> {
      if (!given && !purposes[purpose].canWithdraw) return refused('not-withdrawable')
      const mayChange = await rateLimiter.take([consentChangesPerUser, userId])
      if (!mayChange.allowed) return tooManyRequests(mayChange)
      await database.transaction(async (tx) => {
        const current = await findCurrent(tx, userId, purpose)
        if (given && current?.textVersion === (await currentVersion(tx, purpose))) return
        await end(tx, userId, purpose)
        if (given) await give(tx, userId, purpose, clock.now())
        // Pages that show the user's name.
        await cacheTags.invalidate(tx, [`user:${userId}`])
      })
      return { outcome: 'set' }
    },

    /** The account ends, and with it all consents. The rows stay as proof, without a name. */
    endAll: (tx: Tx, userId: string) => end(tx, userId),
  }
}
