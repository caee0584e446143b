-- outside a transaction
-- Few students undo a finish. After a change of lessons they are looked at.
create index concurrently enrollments_undone_finish on enrollments (course_id) where undone_finish_at is not null;
