-- outside a transaction
-- Deleting a section of an e-book clears it where it was the last one that was read.
create index concurrently ebook_readings_section on ebook_readings (section_id) where section_id is not null;
