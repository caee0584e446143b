-- outside a transaction
create index concurrently transaction_lines_of_path on transaction_lines (path_id) where path_id is not null
