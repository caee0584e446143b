-- What users keep for later: the wishlist.
create table wishes (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('course', 'ebook', 'bundle')),
  item_id uuid not null,
  -- When it was added: the notice names what got cheaper since.
  price_idr integer not null check (price_idr >= 0),
  created_at timestamptz not null,
  primary key (user_id, kind, item_id)
);
create index wishes_newest on wishes (user_id, created_at desc, item_id);
create index wishes_of_item on wishes (kind, item_id);
