-- outside a transaction
create index concurrently mails_of_subject on mails (subject_id) where subject_id is not null and state <> 'sent';
