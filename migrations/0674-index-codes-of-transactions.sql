-- outside a transaction
create index concurrently transactions_by_promo_code on transactions (promo_code) where promo_code is not null
