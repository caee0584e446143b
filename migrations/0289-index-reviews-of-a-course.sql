-- outside a transaction
-- The reviews that a course shows, newest first, and how many there are of each rating, without reading their rows.
create index concurrently reviews_of_course on reviews (course_id, updated_at desc, id desc) include (rating) where hidden_at is null;
