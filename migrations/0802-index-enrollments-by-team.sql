-- outside a transaction
create index concurrently enrollments_by_team on enrollments (team_id, user_id) where team_id is not null
