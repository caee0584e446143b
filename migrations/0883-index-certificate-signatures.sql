-- outside a transaction
create index concurrently certificates_with_signatures on certificates (id) where signatures <> '{}'
