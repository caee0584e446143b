-- outside a transaction
create index concurrently whatsapp_messages_of_subject on whatsapp_messages (subject_id) where subject_id is not null;
