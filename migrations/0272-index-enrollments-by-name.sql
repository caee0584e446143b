-- outside a transaction
-- An order of the list of a course's students.
create index concurrently enrollments_by_name on enrollments (course_id, student_name, user_id) where revoked_at is null;
