-- outside a transaction
create index concurrently ebook_readings_ebook on ebook_readings (ebook_id);
