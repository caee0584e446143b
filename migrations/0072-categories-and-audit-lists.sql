-- Two people may edit a category at once: a save names the version it started from.
alter table categories add column version integer not null default 1 check (version > 0);
-- The log, one kind of act or one person at a time.
create index audit_entries_action on audit_entries (action, happened_at desc, id desc);
create index audit_entries_actor on audit_entries (actor_id, happened_at desc, id desc);
