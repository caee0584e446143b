-- Whoever opens a mailed link reads the mailbox. One that was handed out on the spot, after a one-time password, proves nothing about it.
alter table one_time_links add column was_mailed boolean not null default true;
