-- outside a transaction
-- Published courses by popularity, with all that they are filtered and sorted by. Their rows are wide: without it each list read all of them.
create index concurrently courses_listed on courses (student_count desc, published_at desc, id desc)
include (rating_count, rating_sum, price_idr, discount_percent, level, category_id) where status = 'published';
