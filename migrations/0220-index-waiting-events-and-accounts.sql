-- The periodic work looks for notifications that were not processed yet; there are few of them, and millions of others.
create index payment_events_waiting on payment_events (received_at) where processed_at is null;
-- Lists of accounts never show deleted ones, so that counting them needs only this index.
create index users_present on users (created_at desc, id desc) where deleted_at is null;
drop index users_newest;
