-- outside a transaction
-- The pace of a student at all quizzes, and the pages of an export.
create index concurrently quiz_attempts_student on quiz_attempts (user_id, started_at, id);
