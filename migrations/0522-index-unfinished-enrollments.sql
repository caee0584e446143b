-- outside a transaction
-- Students of a course who stopped, or who study it now.
create index concurrently enrollments_unfinished on enrollments (course_id, coalesce(last_accessed_at, granted_at), user_id) where revoked_at is null and finished_at is null;
