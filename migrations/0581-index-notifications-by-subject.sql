-- outside a transaction
create index concurrently notifications_of_subject on notifications (subject_id) where subject_id is not null;
