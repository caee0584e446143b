-- outside a transaction
create index concurrently digest_entries_of_subject on digest_entries (subject_id) where subject_id is not null;
