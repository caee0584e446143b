-- A transaction that is a gift: the receiver claims it with a link, once, under any account.
create table gifts (
  transaction_id uuid primary key references transactions (id),
  email text not null,
  name text not null,
  message text not null default '',
  -- In western Indonesian time; null: once it is paid.
  send_on date,
  -- Only the last link that was sent is valid.
  token_hash bytea unique,
  sent_at timestamptz,
  claimed_at timestamptz,
  claimed_by uuid references users (id),
  created_at timestamptz not null,
  check ((claimed_at is null) = (claimed_by is null)),
  check ((token_hash is null) = (sent_at is null))
);
create index gifts_to_send on gifts (send_on) where sent_at is null;
create index gifts_of_claimer on gifts (claimed_by) where claimed_by is not null;

create table cart_items (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('course', 'ebook', 'bundle')),
  item_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, kind, item_id)
);
