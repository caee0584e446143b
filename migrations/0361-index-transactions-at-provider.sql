-- outside a transaction
-- Some channels notify with the transaction id of the provider instead of our order id.
create index concurrently transactions_at_provider on transactions (provider_transaction_id) where provider_transaction_id is not null;
