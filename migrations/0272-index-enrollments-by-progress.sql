-- outside a transaction
-- An order of the list of a course's students.
create index concurrently enrollments_by_progress on enrollments (course_id, completed_lessons, user_id) where revoked_at is null;
