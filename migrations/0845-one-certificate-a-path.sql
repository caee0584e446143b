-- outside a transaction
create unique index concurrently certificates_user_path on certificates (path_id, user_id) where path_id is not null
