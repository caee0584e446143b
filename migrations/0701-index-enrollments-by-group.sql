-- outside a transaction
create index concurrently enrollments_by_group on enrollments (group_id, user_id) where group_id is not null
