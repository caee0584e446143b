-- Mails to mailboxes that nobody has proven are counted when they are sent. The version before writes none of them, and sends all.
alter table mails add column takes_turn boolean not null default false;
