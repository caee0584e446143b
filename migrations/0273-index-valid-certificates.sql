-- outside a transaction
-- The list of certificates that are valid; 0222 has the index of the others.
create index concurrently certificates_valid on certificates (issued_at desc, id desc) where revoked_at is null;
