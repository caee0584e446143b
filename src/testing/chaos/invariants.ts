import { invariants } from '#server/app/domains.ts'
import type { Invariant } from '#server/platform/database/index.ts'
import { earnersOfLines } from '#testing/scale/history-invariants.ts'
import type { SandboxReport } from './sandbox-process.ts'
import type { Sql } from '#testing/sql.ts'

const openAfter = "interval '25 hours'"

/** Those that hold at every moment, and those of a run that has ended. `provider` and `acknowledged` hold the provider's data, `present` the current time. */
const queries: readonly Invariant[] = [
  ...invariants,
  [
    'I2 every active enrolment has a paid transaction',
    `select e.source_ref from enrollments e left join transaction_lines l on e.source_ref = 'transaction:' || l.id left join transactions t on t.id = l.transaction_id
     where e.revoked_at is null and coalesce(t.state, 'none') not in ('paid', 'partially_refunded')`,
  ],
  [
    'I3 every line of a paid transaction has an enrolment or a refund',
    `select t.id from transactions t join transaction_lines l on l.transaction_id = t.id where t.state in ('paid', 'partially_refunded')
     and not exists (select 1 from enrollments e where e.source_ref = 'transaction:' || l.id and e.revoked_at is null)
     and not exists (select 1 from refund_tasks r where r.transaction_id = t.id) and l.refunded_amount_idr = 0`,
  ],
  earnersOfLines,
  [
    'I7 the provider charged only known orders, with their amount',
    `select p.order_id from provider p left join transactions t using (order_id) where p.status in ('capture', 'settlement') and t.amount_idr is distinct from p.amount_idr`,
  ],
  [
    'I9 the state equals the provider status',
    `select p.order_id, p.status, t.state from provider p join transactions t using (order_id)
     where case p.status when 'capture' then 'paid' when 'settlement' then 'paid' when 'refund' then 'refunded' when 'partial_refund' then 'partially_refunded'
       when 'chargeback' then 'chargeback' end <> t.state`,
  ],
  [
    'I10 every paid transaction is paid at the provider',
    `select t.order_id, t.state, p.status from transactions t left join provider p using (order_id)
     where t.paid_at is not null and coalesce(p.status, 'none') not in ('capture', 'settlement', 'refund', 'partial_refund', 'chargeback')`,
  ],
  [
    'I11 refunds do not exceed payments and equal those of the provider',
    `select t.id from transactions t join provider p using (order_id)
     where t.refunded_amount_idr > t.amount_idr or (p.status in ('refund', 'partial_refund') and t.refunded_amount_idr <> p.refunded_idr)`,
  ],
  [
    'I13 exactly one receipt for each invoice',
    `select i.number, count(m.id) from invoices i left join mails m on m.kind like 'receipt%' and m.subject = 'Bukti pembayaran ' || i.number group by 1 having count(m.id) <> 1`,
  ],
  [
    'I16 no transaction stays open',
    `select t.id, t.state from transactions t, present where t.state in ('created', 'pending') and t.expires_at + ${openAfter} < present.instant`,
  ],
  ['I16 no unprocessed event in the inbox', `select e.id from payment_events e where e.processed_at is null`],
  [
    'I17 every acknowledged notification is stored',
    `select a.order_id, a.status from acknowledged a where not exists
     (select 1 from payment_events e where e.order_id = a.order_id and lower(e.body ->> 'transaction_status') = a.status)`,
  ],
  [
    'I17 every confirmed checkout is stored',
    `select a.id from confirmed a left join transactions t on t.id = a.id where t.id is null`,
  ],
  [
    'payments minus refunds equal those of the provider',
    `select ours, theirs from (select coalesce(sum(amount_idr), 0) as ours from ledger_lines where account = 'gross') as a,
     (select coalesce(sum(amount_idr - refunded_idr) filter (where status in ('capture', 'settlement', 'refund', 'partial_refund')), 0) as theirs from provider) as b where ours <> theirs`,
  ],
]

/** Checks every invariant. Returns how many there are, and those that are violated, each with its first violation. */
export async function checkInvariants(
  sql: Sql,
  report: SandboxReport,
  respondedIds: readonly string[],
  now: Date,
): Promise<{ checked: number; violated: string[] }> {
  return sql.transaction(async (tx) => {
    await tx`create temp table provider (order_id text, status text, amount_idr int, refunded_idr int) on commit drop`
    await tx`create temp table acknowledged (order_id text, status text) on commit drop`
    await tx`create temp table confirmed (id uuid) on commit drop`
    await tx`create temp table present (instant timestamptz) on commit drop`
    await tx`insert into present values (${now})`
    await tx`insert into provider select * from jsonb_to_recordset(${JSON.stringify(
      report.orders.map(({ orderId, status, amountIdr, refundedIdr }) => ({
        order_id: orderId,
        status,
        amount_idr: amountIdr,
        refunded_idr: refundedIdr,
      })),
    )}) as x (order_id text, status text, amount_idr int, refunded_idr int)`
    await tx`insert into acknowledged select * from jsonb_to_recordset(${JSON.stringify(
      report.acknowledged.map(([order_id, status]) => ({ order_id, status })),
    )}) as x (order_id text, status text)`
    await tx`insert into confirmed select * from unnest(${[...respondedIds]}::uuid[])`
    const violated: string[] = []
    for (const [invariant, query] of queries) {
      const violations = await tx.unsafe(query)
      if (violations.length > 0)
        violated.push(`${invariant}: ${violations.length}, e.g. ${JSON.stringify(violations[0])}`)
    }
    return { checked: queries.length, violated }
  })
}
