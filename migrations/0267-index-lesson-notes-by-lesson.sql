-- outside a transaction
create index concurrently lesson_notes_content on lesson_notes (content_id);
