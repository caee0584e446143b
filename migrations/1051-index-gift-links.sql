-- outside a transaction
create index concurrently gifts_by_link on gifts (link_hash) where link_hash is not null
