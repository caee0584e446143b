import * as z from 'zod/mini'
import { waitingMoney } from '#contract/commerce/waiting-money.ts'
import { paymentAlerts, transactionStates, transactionStatuses } from '#contract/commerce/transactions.ts'
import { at, response, staffEndpoint } from '#contract/kit/endpoint.ts'

export const overviewRanges = ['7', '30', '90', '365'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** Figures of one day (WIB). */
const overviewDay = z.object({
  /** `2026-11-21`. */
  day: z.string(),
  /** Booked that day, in rupiah: paid, less what was given back that day. For an instructor the part of the price. */
  sales: z.number(),
  /** New accounts; for an instructor, new students of their courses. */
  signUps: z.number(),
  /** Lessons completed. */
  completions: z.number(),
})
export type OverviewDay = z.infer<typeof overviewDay>

/** Steps of an owner's first hour, in this order. */
const firstSteps = ['demo', 'site', 'legal', 'mail', 'payments', 'categories', 'course', 'backup'] as const
export type FirstStep = (typeof firstSteps)[number]

const counted = z.object({ waiting: z.number(), isCounted: z.boolean() })

const overview = z.object({
  tiles: z.object({ students: z.number(), courses: z.number(), contents: z.number(), transactions: z.number() }),
  /** In all: students who finished a course, items that were sold, and those of them that were refunded. */
  figures: z.object({ finished: z.number(), sold: z.number(), refunded: z.number() }),
  /** Setup of a site of one's own, for an admin; empty for an instructor. */
  firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  days: z.array(overviewDay),
  latestTransactions: z.array(
    z.object({
      _id: z.string(),
      buyer: z.string(),
      item: z.string(),
      amount: z.number(),
      status: z.enum(transactionStatuses),
      state: z.enum(transactionStates),
      createdAt: z.string(),
    }),
  ),
  /** Payments that wait for a decision of an admin, oldest first, and those that a bank lately took back; empty for an instructor. */
  attention: z.array(
    z.object({
      _id: z.string(),
      buyer: z.string(),
      item: z.string(),
      amount: z.number(),
      state: z.enum(transactionStates),
      alert: z.nullable(z.enum(paymentAlerts)),
      createdAt: z.string(),
    }),
  ),
  /** Work for an admin; null for an instructor. */
  waiting: z.nullable(waitingMoney),
  /** People who asked to teach and courses that were sent in, counted up to a limit; null for an instructor. */
  teaching: z.nullable(z.object({ applications: counted, courses: counted })),
  /** Courses with the most inactive students first. */
  losing: z.array(
    z.object({
      _id: z.string(),
      title: z.string(),
      students: z.number(),
      finished: z.number(),
      /** Unfinished and inactive for two weeks. */
      idle: z.number(),
    }),
  ),
})
export type Overview = z.infer<typeof overview>

export const overviewInput = z.object({ days: z._default(z.enum(overviewRanges, 'Rentang tidak dikenal'), '30') })

export const overviewContract = {
  showOverview: staffEndpoint
    .route(
      at('GET /admin/overview', 'Figures, trends and courses that need attention; instructors see their own courses'),
    )
    .input(overviewInput)
    .output(response(overview)),
}
