-- outside a transaction
-- The filters of the list of a course's students: 0 did not start, 1 started, 2 finished. With all columns of filters, searches and orders: a part is counted, searched and sorted without reading its rows.
create index concurrently enrollments_by_stage on enrollments (course_id, (case when finished_at is not null then 2 when completed_lessons > 0 or last_accessed_at is not null then 1 else 0 end), student_name, user_id)
  include (completed_lessons, granted_at, last_accessed_at, finished_at, student_search) where revoked_at is null;
