-- The last time that the provider refused a refund that is owed. It is asked again later: a card payment can be
-- refunded in part once the bank has settled it.
alter table refund_tasks add column refused_at timestamptz;
