-- Mails to many wait behind those that one person waits for; one-press unsubscribe (RFC 8058).
alter table mails add column priority smallint not null default 0, add column unsubscribe_url text;
create index mails_due_by_priority on mails (priority, next_attempt_at, id) where state = 'waiting';
