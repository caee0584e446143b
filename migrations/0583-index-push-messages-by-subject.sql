-- outside a transaction
create index concurrently push_messages_of_subject on push_messages (subject_id) where subject_id is not null;
