-- outside a transaction
-- The filters of the list of a course's students: 0 did not start, 1 started, 2 finished.
create index concurrently enrollments_by_stage on enrollments (course_id, (case when finished_at is not null then 2 when completed_lessons > 0 or last_accessed_at is not null then 1 else 0 end), student_name, user_id) where revoked_at is null;
