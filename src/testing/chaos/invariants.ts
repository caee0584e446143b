import type postgres from 'postgres'
import type { SandboxReport } from './sandbox-process.ts'

type Sql = postgres.Sql

const openAfter = "interval '25 hours'"

/** Each promise as a query for what breaks it. `provider` and `acknowledged` are what the provider says, `present` the moment it is asked at. */
const queries: readonly [promise: string, query: string][] = [
  ['I1 one standing access a student and course', `select user_id, course_id from enrollments where revoked_at is null group by 1, 2 having count(*) > 1`],
  [
    'I2 access stands on a paid transaction',
    `select e.source_ref from enrollments e left join transactions t on e.source_ref = 'transaction:' || t.id
     where e.revoked_at is null and coalesce(t.state, 'none') not in ('paid', 'partially_refunded')`,
  ],
  [
    'I3 paid means access, or a refund',
    `select t.id from transactions t where t.state in ('paid', 'partially_refunded')
     and not exists (select 1 from enrollments e where e.source_ref = 'transaction:' || t.id and e.revoked_at is null)
     and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)`,
  ],
  [
    'I4 the amount is list price less discount and promo',
    `select id from transactions where amount_idr <> round(list_price_idr * (100 - discount_percent) / 100.0) - promo_discount_idr`,
  ],
  ['I5 what was paid is the amount', `select id from transactions where (paid_at is null) <> (paid_amount_idr is null) or paid_amount_idr <> amount_idr`],
  [
    'I6 one open transaction a student and item',
    `select student_id, item_id from transactions where state in ('created', 'pending', 'review') group by 1, 2 having count(*) > 1`,
  ],
  [
    'I7 the provider charged only orders that are ours, at our amount',
    `select p.order_id from provider p left join transactions t using (order_id) where p.status in ('capture', 'settlement') and t.amount_idr is distinct from p.amount_idr`,
  ],
  [
    'I9 what stands at the provider stands here',
    `select p.order_id, p.status, t.state from provider p join transactions t using (order_id)
     where case p.status when 'capture' then 'paid' when 'settlement' then 'paid' when 'refund' then 'refunded' when 'partial_refund' then 'partially_refunded'
       when 'chargeback' then 'chargeback' end <> t.state`,
  ],
  [
    'I10 paid here is paid there',
    `select t.order_id, t.state, p.status from transactions t left join provider p using (order_id)
     where t.paid_at is not null and coalesce(p.status, 'none') not in ('capture', 'settlement', 'refund', 'partial_refund', 'chargeback')`,
  ],
  [
    'I11 no more goes back than came in, and as much as at the provider',
    `select t.id from transactions t join provider p using (order_id)
     where t.refunded_amount_idr > t.amount_idr or (p.status in ('refund', 'partial_refund') and t.refunded_amount_idr <> p.refunded_idr)`,
  ],
  [
    'I12 what was given back leaves no access',
    `select t.id from transactions t join enrollments e on e.source_ref = 'transaction:' || t.id where t.state in ('refunded', 'chargeback') and e.revoked_at is null`,
  ],
  [
    'I13 one receipt for each invoice',
    `select i.number, count(m.id) from invoices i left join mails m on m.kind like 'receipt%' and m.subject = 'Bukti pembayaran ' || i.number group by 1 having count(m.id) <> 1`,
  ],
  [
    'I14 invoice numbers without gaps',
    `select c.month from invoice_counters c where c.last_number <> (select count(*) from invoices i where i.number like 'INV/' || c.month || '/%')`,
  ],
  [
    'I14 every paid transaction has its invoice',
    `select t.id from transactions t left join invoices i on i.transaction_id = t.id where t.state in ('paid', 'partially_refunded') and i.number is null`,
  ],
  [
    'I16 nothing stays open',
    `select t.id, t.state from transactions t, present where t.state in ('created', 'pending') and t.expires_at + ${openAfter} < present.moment`,
  ],
  ['I16 nothing waits in the inbox', `select e.id from payment_events e where e.processed_at is null`],
  [
    'I17 every acknowledged report is kept',
    `select a.order_id, a.status from acknowledged a where not exists
     (select 1 from payment_events e where e.order_id = a.order_id and lower(e.body ->> 'transaction_status') = a.status)`,
  ],
  ['I17 every answered checkout is kept', `select a.id from answered a left join transactions t on t.id = a.id where t.id is null`],
  ['the ledger sums to zero', `select transaction_id from ledger_lines group by 1 having sum(amount_idr) <> 0`],
  [
    'the ledger holds what was kept, order by order',
    `select t.id from transactions t where case when t.paid_at is null then 0 else t.amount_idr - t.refunded_amount_idr end
     <> (select coalesce(sum(amount_idr), 0) from ledger_lines l where l.transaction_id = t.id and l.account = 'gross')`,
  ],
  [
    'paid less given back is the same here and there',
    `select ours, theirs from (select coalesce(sum(amount_idr), 0) as ours from ledger_lines where account = 'gross') as a,
     (select coalesce(sum(amount_idr - refunded_idr) filter (where status in ('capture', 'settlement', 'refund', 'partial_refund')), 0) as theirs from provider) as b where ours <> theirs`,
  ],
  [
    'a course counts its students',
    `select c.id from courses c where c.student_count <> (select count(*) from enrollments e where e.course_id = c.id and e.revoked_at is null)`,
  ],
]

/** Every promise that is broken, with its first offenders; empty when all hold. */
export async function findBroken(sql: Sql, report: SandboxReport, answeredIds: readonly string[], now: Date): Promise<{ checked: number; broken: string[] }> {
  return sql.begin(async (tx) => {
    await tx`create temp table provider (order_id text, status text, amount_idr int, refunded_idr int) on commit drop`
    await tx`create temp table acknowledged (order_id text, status text) on commit drop`
    await tx`create temp table answered (id uuid) on commit drop`
    await tx`create temp table present (moment timestamptz) on commit drop`
    await tx`insert into present values (${now})`
    await tx`insert into provider select * from jsonb_to_recordset(${tx.json(
      report.orders.map(({ orderId, status, amountIdr, refundedIdr }) => ({ order_id: orderId, status, amount_idr: amountIdr, refunded_idr: refundedIdr })),
    )}) as x (order_id text, status text, amount_idr int, refunded_idr int)`
    await tx`insert into acknowledged select * from jsonb_to_recordset(${tx.json(
      report.acknowledged.map(([order_id, status]) => ({ order_id, status })),
    )}) as x (order_id text, status text)`
    await tx`insert into answered select * from unnest(${tx.array([...answeredIds])}::uuid[])`
    const broken: string[] = []
    for (const [promise, query] of queries) {
      const offenders = await tx.unsafe(query)
      if (offenders.length > 0) broken.push(`${promise}: ${offenders.length}, e.g. ${JSON.stringify(offenders[0])}`)
    }
    return { checked: queries.length, broken }
  })
}
