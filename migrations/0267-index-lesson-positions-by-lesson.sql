-- outside a transaction
create index concurrently lesson_positions_content on lesson_positions (content_id);
