-- What admins write about an order: for each other, or mailed to its buyer. Deleted with the account of the buyer.
create table order_notes (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  -- Null once the account is erased.
  author_id uuid references users (id) on delete set null,
  text text not null check (text <> ''),
  -- Mailed to the buyer.
  is_sent boolean not null,
  -- Made by the sender, so that what arrives again is stored and mailed once.
  sent_key uuid,
  created_at timestamptz not null
);
create index order_notes_of_transaction on order_notes (transaction_id, id);
create index order_notes_of_author on order_notes (author_id) where author_id is not null;
