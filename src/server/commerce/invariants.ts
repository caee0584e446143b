import { paidStatesSql } from './orders/states.ts'
import { paidSeatsSql } from './teams/paid-seats.ts'
import type { Invariant } from '#server/platform/database/index.ts'

/** Invariants of the books. Checked after a restore, and at the end of a chaos run. */
export const commerceInvariants: readonly Invariant[] = [
  [
    'access by purchase has a paid transaction',
    `select e.source_ref from enrollments e left join transaction_lines l on e.source_ref = 'transaction:' || l.id left join transactions t on t.id = l.transaction_id
     where e.revoked_at is null and e.source_ref like 'transaction:%' and coalesce(t.state, 'none') not in (${paidStatesSql})`,
  ],
  [
    'a paid course has an enrolment or a refund, unless the account of the receiver was deleted',
    `select l.id from transaction_lines l join transactions t on t.id = l.transaction_id
     where l.kind = 'course' and l.receiver_id is not null and t.state in (${paidStatesSql})
     and not exists (select 1 from users u where u.id = l.receiver_id and u.deleted_at is not null)
     and not exists (select 1 from enrollments e where e.user_id = l.receiver_id and e.course_id = l.item_id)
     and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)`,
  ],
  [
    'the lines of a transaction add up to its list price, promo discount, amount and refunds',
    `select t.id from transactions t left join transaction_lines l on l.transaction_id = t.id group by t.id
     having t.list_price_idr is distinct from sum(l.list_price_idr) or t.promo_discount_idr is distinct from sum(l.promo_discount_idr)
       or t.amount_idr is distinct from sum(l.price_idr - l.promo_discount_idr) or t.refunded_amount_idr is distinct from sum(l.refunded_amount_idr)`,
  ],
  [
    'the paid amount equals the amount',
    `select id from transactions where (paid_at is null) <> (paid_amount_idr is null) or paid_amount_idr <> amount_idr`,
  ],
  [
    'a line is sold when its transaction is paid, unless it is free',
    `select l.id from transaction_lines l join transactions t on t.id = l.transaction_id left join sold_lines s on s.line_id = l.id
     where s.paid_at is distinct from case when l.price_idr > l.promo_discount_idr then t.paid_at end or s.item_id <> l.item_id`,
  ],
  [
    'at most one open transaction per student and item',
    `select student_id, kind, item_id from transactions where state in ('created', 'pending', 'review') and gift_email is null group by 1, 2, 3 having count(*) > 1`,
  ],
  [
    'refunded transactions have no active enrolment',
    `select t.id from transactions t join transaction_lines l on l.transaction_id = t.id join enrollments e on e.source_ref = 'transaction:' || l.id where t.state in ('refunded', 'chargeback', 'reversed') and e.revoked_at is null`,
  ],
  ['refunds do not exceed payments', `select id from transactions where refunded_amount_idr > amount_idr`],
  [
    'invoice numbers have no gaps',
    `select c.month from invoice_counters c where c.last_number <> (select count(*) from invoices i where i.number like 'INV/' || c.month || '/%')`,
  ],
  [
    'every paid transaction has its invoice',
    `select t.id from transactions t left join invoices i on i.transaction_id = t.id where t.state in (${paidStatesSql}) and i.number is null`,
  ],
  ['the ledger sums to zero', `select transaction_id from ledger_lines group by 1 having sum(amount_idr) <> 0`],
  [
    'the gross amount in the ledger equals the payments minus refunds, per transaction',
    `select t.id from transactions t left join (select transaction_id, sum(amount_idr) as booked from ledger_lines where account = 'gross' group by 1) l on l.transaction_id = t.id
     where case when t.paid_at is null then 0 else t.amount_idr - t.refunded_amount_idr end <> coalesce(l.booked, 0)`,
  ],
  [
    'the gross amount in the ledger equals the price minus refunds, per line',
    `select l.id from transaction_lines l join transactions t on t.id = l.transaction_id
     left join (select coalesce(line_id, transaction_id) as line_id, sum(amount_idr) as booked from ledger_lines where account = 'gross' group by 1) b on b.line_id = l.id
     where case when t.paid_at is null then 0 else l.price_idr - l.promo_discount_idr - l.refunded_amount_idr end <> coalesce(b.booked, 0)`,
  ],
  [
    'the seats of a team are those that are paid, without those that went back or are going back',
    `select g.id from groups g left join (${paidSeatsSql}) p on p.group_id = g.id where g.kind = 'team' and g.seats <> coalesce(p.seats, 0)`,
  ],
  [
    'who bought seats got a team, unless the account was deleted before it was paid',
    `select t.id from transactions t left join team_orders o on o.transaction_id = t.id
     where t.kind = 'team' and (o.transaction_id is null or (t.state in (${paidStatesSql}) and o.group_id is null
       and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)))`,
  ],
  [
    'a claimed gift is of its claimer only',
    `select l.id from gifts g join transaction_lines l using (transaction_id) where l.receiver_id is distinct from g.claimed_by`,
  ],
]
