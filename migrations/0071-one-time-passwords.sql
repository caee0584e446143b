-- A password that somebody else handed out: it opens the way to one of one's own, and nothing else.
alter table users add column password_is_one_time boolean not null default false;
-- The list of people: newest first, by name, by part of a name or an address.
create index users_newest on users (created_at desc, id desc);
create index users_by_name on users (lower(name), id);
create index users_search on users using gin ((lower(name) || ' ' || email) gin_trgm_ops);
