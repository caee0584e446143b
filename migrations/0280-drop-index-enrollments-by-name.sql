-- 0279 replaces it.
drop index enrollments_by_name;
