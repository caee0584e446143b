-- outside a transaction
create index concurrently transactions_given on transactions (created_at desc, id desc) where gift_email is not null
