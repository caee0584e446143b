-- outside a transaction
-- The order by name of the list of a course's students, with the text that it is searched by: a search tests the students in this order without reading their rows.
create index concurrently enrollments_by_student on enrollments (course_id, student_name, user_id) include (student_search) where revoked_at is null;
