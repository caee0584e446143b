-- outside a transaction
-- Deleting a lesson deletes its completions.
create index concurrently completions_content on completions (content_id);
