import type { Invariant } from '#server/platform/database/index.ts'

/** What holds for the books at every moment. Checked after a restore, and at the end of a chaos run. */
export const commerceInvariants: readonly Invariant[] = [
  [
    'access by purchase has a paid transaction',
    `select e.source_ref from enrollments e left join transactions t on e.source_ref = 'transaction:' || t.id
     where e.revoked_at is null and e.source_ref like 'transaction:%' and coalesce(t.state, 'none') not in ('paid', 'partially_refunded')`,
  ],
  [
    'a paid course has an enrolment or a refund, unless the account was deleted',
    `select t.id from transactions t where t.kind = 'course' and t.state in ('paid', 'partially_refunded') and t.buyer_email not like '%@invalid'
     and not exists (select 1 from enrollments e where e.user_id = t.student_id and e.course_id = t.item_id)
     and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)`,
  ],
  [
    'the amount is the list price minus discount and promo',
    `select id from transactions where amount_idr <> round(list_price_idr * (100 - discount_percent) / 100.0) - promo_discount_idr`,
  ],
  ['the paid amount equals the amount', `select id from transactions where (paid_at is null) <> (paid_amount_idr is null) or paid_amount_idr <> amount_idr`],
  [
    'at most one open transaction per student and item',
    `select student_id, item_id from transactions where state in ('created', 'pending', 'review') group by 1, 2 having count(*) > 1`,
  ],
  [
    'refunded transactions have no active enrolment',
    `select t.id from transactions t join enrollments e on e.source_ref = 'transaction:' || t.id where t.state in ('refunded', 'chargeback', 'reversed') and e.revoked_at is null`,
  ],
  ['refunds do not exceed payments', `select id from transactions where refunded_amount_idr > amount_idr`],
  [
    'invoice numbers have no gaps',
    `select c.month from invoice_counters c where c.last_number <> (select count(*) from invoices i where i.number like 'INV/' || c.month || '/%')`,
  ],
  [
    'every paid transaction has its invoice',
    `select t.id from transactions t left join invoices i on i.transaction_id = t.id where t.state in ('paid', 'partially_refunded') and i.number is null`,
  ],
  ['the ledger sums to zero', `select transaction_id from ledger_lines group by 1 having sum(amount_idr) <> 0`],
  [
    'the gross amount in the ledger equals the payments minus refunds, per transaction',
    `select t.id from transactions t left join (select transaction_id, sum(amount_idr) as booked from ledger_lines where account = 'gross' group by 1) l on l.transaction_id = t.id
     where case when t.paid_at is null then 0 else t.amount_idr - t.refunded_amount_idr end <> coalesce(l.booked, 0)`,
  ],
]
