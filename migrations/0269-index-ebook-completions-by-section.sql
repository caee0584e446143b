-- outside a transaction
-- Deleting a section of an e-book deletes its completions.
create index concurrently ebook_completions_section on ebook_completions (section_id);
