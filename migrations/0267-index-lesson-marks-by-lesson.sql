-- outside a transaction
create index concurrently lesson_marks_content on lesson_marks (content_id);
