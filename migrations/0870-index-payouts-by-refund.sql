-- outside a transaction
create index concurrently payouts_by_refund on payouts (refund_key) where refund_key is not null
