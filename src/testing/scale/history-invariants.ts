import { sql } from 'drizzle-orm'
import { invariants } from '#server/app/domains.ts'
import type { Invariant, Queryable } from '#server/platform/database/index.ts'

/** Holds for what this version booked: the one before did not know shares. The unique code of a transfer is the platform's, without a seller. */
export const earnersOfLines: Invariant = [
  'each instructor earned the agreed percent of what was left of a line after fee and tax',
  `select s.line_id, s.instructor_id from line_shares s
     join (select line_id, -sum(amount_idr) filter (where account in ('platform', 'instructor')) as left_idr from ledger_lines where event = 'sale' and seller_id is not null group by 1) l using (line_id)
     left join (select line_id, instructor_id, -sum(amount_idr) as idr from ledger_lines where event = 'sale' and account = 'instructor' group by 1, 2) e using (line_id, instructor_id)
     where coalesce(e.idr, 0) <> floor(l.left_idr * s.share_percent / 100.0)`,
]

/** Also hold once no work is due. */
const atRest: readonly Invariant[] = [
  [
    'a bundle is granted as a whole, or what is missing is refunded',
    `select l.id from transaction_lines l join transactions t on t.id = l.transaction_id
     where l.bundle_id is not null and l.kind = 'course' and l.receiver_id is not null and t.state = 'paid'
     and not exists (select 1 from enrollments e where e.user_id = l.receiver_id and e.course_id = l.item_id and e.revoked_at is null)
     and not exists (select 1 from refund_tasks r where r.transaction_id = t.id)`,
  ],
  [
    'a gift is granted once, to its claimer',
    `select e.source_ref from enrollments e join transaction_lines l on e.source_ref = 'transaction:' || l.id join gifts g using (transaction_id)
     where e.revoked_at is null group by 1 having count(*) > 1 or bool_or(e.user_id is distinct from (select claimed_by from gifts x where x.transaction_id = (select transaction_id from transaction_lines y where 'transaction:' || y.id = e.source_ref)))`,
  ],
  [
    'what an admin approved is paid, and nothing else that is paid by hand',
    `select t.id, t.state, x.state from transactions t join transfers x using (order_id)
     where (x.state = 'approved') <> (t.state in ('paid', 'partially_refunded', 'refunded', 'chargeback', 'reversed'))`,
  ],
  [
    'the amount of a transfer is that of its transaction',
    `select t.id from transactions t join transfers x using (order_id) where x.amount_idr <> t.amount_idr or x.refunded_idr <> t.refunded_amount_idr`,
  ],
  [
    'open transfers have amounts that differ',
    `select amount_idr from transactions where method <> 'card' and state in ('created', 'pending', 'review') group by 1 having count(*) > 1`,
  ],
  [
    // Holds for payouts of earnings: what is sent back to a buyer was taken from earnings by its refund.
    'a payout takes its amount from the balance once, and returns it when it failed',
    `select p.id from payouts p left join payout_entries e on e.payout_id = p.id where p.refund_key is null group by p.id
     having coalesce(sum(e.amount_idr), 0) <> case when p.state in ('failed', 'withdrawn') then 0 else p.amount_idr end`,
  ],
  [
    'the shares of a sale add up to what was paid',
    `select entry_id from ledger_lines group by 1 having sum(amount_idr) <> 0`,
  ],
  earnersOfLines,
  [
    'no part of a line is below zero',
    `select coalesce(line_id, transaction_id), seller_id, account from ledger_lines group by 1, 2, 3 having sum(amount_idr) * case when account = 'gross' then 1 else -1 end < 0`,
  ],
  [
    'one receipt for each invoice',
    `select i.number, count(m.id) from invoices i left join mails m on m.kind like 'receipt%' and m.subject = 'Bukti pembayaran ' || i.number group by 1 having count(m.id) <> 1`,
  ],
  ['no refund stays due', `select refund_key from refund_tasks where state = 'due'`],
]

export const historyInvariants: readonly Invariant[] = [...invariants, ...atRest]

/** The invariants that are violated, each with its first violation. */
export async function findViolations(queryable: Queryable): Promise<string[]> {
  const violated: string[] = []
  for (const [name, query] of historyInvariants) {
    const { rows } = await queryable.execute(sql.raw(query))
    if (rows.length > 0) violated.push(`${name}: ${JSON.stringify(rows[0])}`)
  }
  return violated
}
