-- outside a transaction
create index concurrently announcements_renderer on announcements (renderer)
