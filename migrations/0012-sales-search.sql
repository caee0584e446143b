-- What staff search transactions by: parts of it, with the trigram index behind.
alter table transactions add column search_text text
  generated always as (lower(buyer_name || ' ' || buyer_email || ' ' || item_title || ' ' || order_id)) stored;
create index transactions_search on transactions using gin (search_text gin_trgm_ops);
create index transactions_newest on transactions (created_at desc, id desc);
create index refund_tasks_transaction on refund_tasks (transaction_id);
create index invoices_number on invoices using gin (number gin_trgm_ops);
