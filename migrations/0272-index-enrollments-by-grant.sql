-- outside a transaction
-- An order of the list of a course's students.
create index concurrently enrollments_by_grant on enrollments (course_id, granted_at, user_id) where revoked_at is null;
