-- The lines that were paid for, by when. What was sold of an item is read newest first from it, without the orders that were never paid, however many. Free
-- lines are not sold.
create table sold_lines (
  line_id uuid primary key references transaction_lines (id),
  item_id uuid not null,
  paid_at timestamptz not null
);
create index sold_lines_newest on sold_lines (item_id, paid_at desc, line_id desc);

-- Also what the version before writes, which runs beside this one.
create function note_sold_lines() returns trigger language plpgsql as $$
begin
  if new.paid_at is null then
    delete from sold_lines where line_id in (select id from transaction_lines where transaction_id = new.id);
  else
    insert into sold_lines
    select id, item_id, new.paid_at from transaction_lines where transaction_id = new.id and price_idr > promo_discount_idr
    on conflict (line_id) do update set paid_at = excluded.paid_at;
  end if;
  return null;
end
$$;
create trigger note_sold_lines after update of paid_at on transactions for each row
  when (old.paid_at is distinct from new.paid_at) execute function note_sold_lines();

-- A line of what is paid at once comes after its transaction.
create function note_sold_line() returns trigger language plpgsql as $$
begin
  insert into sold_lines select new.id, new.item_id, paid_at from transactions where id = new.transaction_id and paid_at is not null;
  return null;
end
$$;
create trigger note_sold_line after insert on transaction_lines for each row
  when (new.price_idr > new.promo_discount_idr) execute function note_sold_line();
