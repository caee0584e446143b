import { and, desc, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Invoice, PaymentNotification, Transaction } from '#contract/commerce.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction as DatabaseTransaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Settings } from '#server/settings/index.ts'
import { checkout } from './checkout.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { runDueWork } from './due-work.ts'
import { presentInvoice, presentTransaction, type ShownTransaction } from './present.ts'
import { createPromo, priceCourse, type NewPromo } from './promo.ts'
import { receiveNotification } from './receive-notification.ts'
import { settle, type SettleOutcome } from './settle-payment.ts'
import { invoices, transactions, type TransactionRow } from './tables.ts'

export type CommerceDeps = {
  database: Database
  catalog: Catalog
  learning: Learning
  settings: Settings
  payments: PaymentProvider
  clock: Clock
  log: Logger
  /** The product's own address, for the way back from the provider's page. */
  publicUrl: string
}

export type Commerce = ReturnType<typeof createCommerce>

export function createCommerce(deps: CommerceDeps) {
  const { database, catalog, settings, clock } = deps

  /** Adds what a transaction's presentation needs; a course that was bought is never deleted. */
  async function withDetails(rows: readonly TransactionRow[]): Promise<ShownTransaction[]> {
    const courses = new Map((await catalog.findCourses(rows.map((row) => row.courseId))).map((course) => [course.id, course]))
    const shown: ShownTransaction[] = []
    for (const row of rows) {
      const course = courses.get(row.courseId)
      if (!course) throw new Error(`The course of transaction ${row.id} is gone`)
      const [issued] = await database.query.select().from(invoices).where(eq(invoices.transactionId, row.id))
      shown.push({ row, course, details: await catalog.listContents(row.courseId), invoice: issued ?? null, now: clock.now() })
    }
    return shown
  }

  /** Somebody else's transaction is not found. */
  async function findMine(student: Viewer, transactionId: string): Promise<TransactionRow | null> {
    const [row] = await database.query
      .select()
      .from(transactions)
      .where(and(eq(transactions.id, transactionId), student.role === 'admin' ? undefined : eq(transactions.studentId, student.id)))
    return row ?? null
  }

  return {
    browser: deps.payments.browser,
    checkout: (ask: Parameters<typeof checkout>[1]) => checkout(deps, ask),
    createPromo: (tx: DatabaseTransaction, promo: NewPromo) => createPromo(tx, promo),
    runDueWork: () => runDueWork(deps),

    /** What a course costs; null when it is not for sale, 'invalid-promo' when the code is not good for it. */
    async quote({ courseId, promoCode, studentId }: { courseId: string; promoCode: string | null; studentId: string | null }) {
      return database.transaction(async (tx) => {
        const course = await catalog.findCourse(courseId, tx)
        if (course?.status !== 'published') return null
        return (await priceCourse(tx, { course, code: promoCode, studentId, transactionId: null, now: clock.now() })) ?? 'invalid-promo'
      })
    },

    receiveNotification: (notification: PaymentNotification) => receiveNotification(deps, notification),

    async listMine(student: Viewer): Promise<Transaction[]> {
      const rows = await database.query
        .select()
        .from(transactions)
        .where(eq(transactions.studentId, student.id))
        .orderBy(desc(transactions.createdAt), desc(transactions.id))
      return (await withDetails(rows)).map(presentTransaction)
    },

    async showMine(student: Viewer, transactionId: string): Promise<Invoice | null> {
      const row = await findMine(student, transactionId)
      if (!row) return null
      const [shown] = await withDetails([row])
      return shown ? presentInvoice(shown, await settings.readSite()) : null
    },

    /** Asks the provider again; null when it is not this student's. The answer is the transaction as it stands afterwards. */
    async refreshMine(student: Viewer, transactionId: string): Promise<{ transaction: Transaction; outcome: SettleOutcome } | null> {
      const before = await findMine(student, transactionId)
      if (!before) return null
      const outcome = await settle(deps, before.orderId)
      const after = await findMine(student, transactionId)
      const [shown] = after ? await withDetails([after]) : []
      return shown ? { transaction: presentTransaction(shown), outcome } : null
    },
  }
}
