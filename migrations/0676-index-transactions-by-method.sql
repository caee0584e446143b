-- outside a transaction
create index concurrently transactions_by_method on transactions (method, created_at desc, id desc)
