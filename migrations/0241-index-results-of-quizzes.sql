-- The attempts at a quiz in the order of the instructor's list.

create index quiz_attempts_results on quiz_attempts (content_id, started_at desc, id desc);
