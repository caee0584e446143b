-- outside a transaction
create index concurrently uploads_owner on uploads (created_by) where created_by is not null
