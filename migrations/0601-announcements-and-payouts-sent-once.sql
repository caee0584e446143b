-- What is sent again because its response was lost is the same one: no second announcement to every student, no second payout.
alter table announcements add column sent_key uuid;
alter table payouts add column sent_key uuid;
create unique index announcements_sent on announcements (author_id, sent_key) where sent_key is not null;
create unique index payouts_sent on payouts (instructor_id, sent_key) where sent_key is not null;
