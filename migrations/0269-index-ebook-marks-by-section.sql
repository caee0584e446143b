-- outside a transaction
-- Deleting a section of an e-book deletes its marks.
create index concurrently ebook_marks_section on ebook_marks (section_id);
