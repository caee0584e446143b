-- outside a transaction
-- An order of the list of a course's students.
create index concurrently enrollments_by_last_access on enrollments (course_id, coalesce(last_accessed_at, timestamptz '1970-01-01T00:00:00Z'), user_id) where revoked_at is null;
