-- Paid and not sent yet. Orders that were never paid, or whose money went back, left gifts without sent_at for ever, and each
-- look for due ones read them all.
alter table gifts add column ready_at timestamptz;
update gifts g set ready_at = coalesce(t.paid_at, g.created_at)
from transactions t
where t.id = g.transaction_id and g.sent_at is null and t.state in ('paid', 'partially_refunded')
  and t.buyer_email not like '%@invalid';
drop index gifts_to_send;
create index gifts_to_send on gifts (send_on) where ready_at is not null;
