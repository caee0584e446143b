-- A transaction has lines: one for a single purchase, several for a cart or a bundle. Each has its price, its share of the promo discount and its receiver.

create table bundles (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null,
  description text not null,
  price_idr integer not null check (price_idr between 10000 and 999999999),
  status text not null check (status in ('draft', 'published', 'archived')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index bundles_newest on bundles (created_at desc, id desc);
create table bundle_items (
  bundle_id uuid not null references bundles (id),
  position smallint not null,
  kind text not null check (kind in ('course', 'ebook')),
  item_id uuid not null,
  course_id uuid generated always as (case when kind = 'course' then item_id end) stored references courses (id),
  ebook_id uuid generated always as (case when kind = 'ebook' then item_id end) stored references ebooks (id),
  primary key (bundle_id, kind, item_id)
);
create index bundle_items_of_course on bundle_items (course_id) where course_id is not null;
create index bundle_items_of_ebook on bundle_items (ebook_id) where ebook_id is not null;

-- A bundle names its id, a cart its student: both have one open transaction a student, as an item has.
alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check check (kind in ('course', 'ebook', 'bundle', 'cart'));
alter table transactions add column gift_email text;
drop index one_open_transaction;
create unique index one_open_transaction on transactions (student_id, kind, item_id, coalesce(gift_email, '')) where state in ('created', 'pending', 'review');

create table transaction_lines (
  -- The first line of a transaction has its id, by which access of single purchases was always granted.
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  position smallint not null,
  kind text not null check (kind in ('course', 'ebook')),
  item_id uuid not null,
  item_title text not null,
  -- Bought as a part of this bundle.
  bundle_id uuid references bundles (id),
  instructor_id uuid references users (id),
  list_price_idr integer not null check (list_price_idr between 0 and 999999999),
  -- After the item's own discount, or the share of the bundle's price.
  price_idr integer not null check (price_idr between 0 and 999999999),
  promo_discount_idr integer not null default 0 check (promo_discount_idr between 0 and price_idr),
  refunded_amount_idr integer not null default 0 check (refunded_amount_idr between 0 and price_idr - promo_discount_idr),
  -- Who gets access; null: a gift that nobody has claimed.
  receiver_id uuid references users (id),
  course_id uuid generated always as (case when kind = 'course' then item_id end) stored references courses (id),
  ebook_id uuid generated always as (case when kind = 'ebook' then item_id end) stored references ebooks (id),
  unique (transaction_id, position),
  unique (transaction_id, kind, item_id)
);
create index transaction_lines_of_course on transaction_lines (course_id, transaction_id) where course_id is not null;
create index transaction_lines_of_ebook on transaction_lines (ebook_id) where ebook_id is not null;
create index transaction_lines_of_bundle on transaction_lines (bundle_id) where bundle_id is not null;
create index transaction_lines_of_receiver on transaction_lines (receiver_id) where receiver_id is not null;

insert into transaction_lines (id, transaction_id, position, kind, item_id, item_title, instructor_id, list_price_idr, price_idr, promo_discount_idr, refunded_amount_idr, receiver_id)
select id, id, 0, kind, item_id, item_title, instructor_id, list_price_idr, amount_idr + promo_discount_idr, promo_discount_idr, refunded_amount_idr, student_id from transactions;

-- The version before, which may run beside or after this one, writes transactions of one item without a line.
create function add_missing_line() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from transaction_lines where transaction_id = new.id) then
    insert into transaction_lines (id, transaction_id, position, kind, item_id, item_title, instructor_id, list_price_idr, price_idr, promo_discount_idr, refunded_amount_idr, receiver_id)
    select id, id, 0, kind, item_id, item_title, instructor_id, list_price_idr, amount_idr + promo_discount_idr, promo_discount_idr, refunded_amount_idr, student_id
      from transactions where id = new.id;
  end if;
  return null;
end
$$;
create constraint trigger add_missing_line after insert on transactions deferrable initially deferred for each row execute function add_missing_line();

create function lines_add_up() returns trigger language plpgsql as $$
begin
  if (select sum(price_idr - promo_discount_idr) from transaction_lines where transaction_id = new.transaction_id)
    <> (select amount_idr from transactions where id = new.transaction_id) then
    raise exception 'the lines of transaction % do not add up to its amount', new.transaction_id using errcode = 'check_violation', constraint = 'lines_add_up';
  end if;
  return null;
end
$$;
create constraint trigger lines_add_up after insert or update of price_idr, promo_discount_idr on transaction_lines
  deferrable initially deferred for each row execute function lines_add_up();

-- The line an entry is of; null: the first line, in entries of before there were lines.
alter table ledger_lines add column line_id uuid references transaction_lines (id);
create index ledger_lines_of_line on ledger_lines (line_id) where line_id is not null;

-- The lines that a refund is for; null: all in proportion.
alter table refund_tasks add column line_ids uuid[];

-- sales: rupiah that were paid and not refunded, by the day of the payment, of each item.
create or replace function count_transaction() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes values ('transactions', old.item_id, jakarta_day(old.created_at), -1);
    if old.paid_at is not null then
      insert into figure_changes select 'sales', item_id, jakarta_day(old.paid_at), refunded_amount_idr - price_idr + promo_discount_idr from transaction_lines where transaction_id = old.id;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes values ('transactions', new.item_id, jakarta_day(new.created_at), 1);
    if new.paid_at is not null then
      insert into figure_changes select 'sales', item_id, jakarta_day(new.paid_at), price_idr - promo_discount_idr - refunded_amount_idr from transaction_lines where transaction_id = new.id;
    end if;
  end if;
  return null;
end
$$;
create function count_transaction_line() returns trigger language plpgsql as $$
declare
  paid timestamptz;
begin
  select paid_at into paid from transactions where id = coalesce(new.transaction_id, old.transaction_id);
  if paid is null then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into figure_changes values ('sales', old.item_id, jakarta_day(paid), old.refunded_amount_idr - old.price_idr + old.promo_discount_idr);
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes values ('sales', new.item_id, jakarta_day(paid), new.price_idr - new.promo_discount_idr - new.refunded_amount_idr);
  end if;
  return null;
end
$$;
create trigger count_transaction_line after insert or update of price_idr, promo_discount_idr, refunded_amount_idr or delete on transaction_lines
  for each row execute function count_transaction_line();
