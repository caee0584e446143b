-- outside a transaction
-- The poller reads fresh orders first; the state and not the due time bounds this index, so that polls do not write to it.
create index concurrently transactions_open on transactions (created_at desc) where state in ('created', 'pending');
