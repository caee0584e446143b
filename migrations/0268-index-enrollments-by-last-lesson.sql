-- outside a transaction
-- Deleting a lesson clears it where it was the last one that a student opened.
create index concurrently enrollments_last_content on enrollments (last_content_id) where last_content_id is not null;
