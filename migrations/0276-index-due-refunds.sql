-- outside a transaction
-- The poller reads the refunds that have waited longest.
create index concurrently refund_tasks_due on refund_tasks (updated_at) where state = 'due';
