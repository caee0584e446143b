-- outside a transaction
create index concurrently transaction_lines_by_group on transaction_lines (group_id) where group_id is not null
