-- What a line of the ledger means for the number of items that were sold and refunded; only lines on the account `gross` mean something.
-- A line of a transaction that was paid for counts once as sold, also with several earners and after a refund. It counts as refunded from the entry with
-- which all of it went back until the entry with which some of it returns. `of_seller`: the same for the part of this seller.
create function items_of_sale(of_transaction uuid) returns table (ledger_line_id uuid, item_id uuid, seller_id uuid, day date, sold integer, refunded integer, refunded_of_seller integer)
language sql stable as $$
  select booked.id, l.item_id, coalesce(booked.seller_id, no_subject()), jakarta_day(booked.booked_at),
    case when booked.event = 'sale' and booked.nth_sale = 1 then 1 else 0 end,
    case when booked.event = 'sale' then 0 when booked.left_of_line = 0 then 1 when booked.left_of_line = booked.amount_idr then -1 else 0 end,
    case when booked.event = 'sale' then 0 when booked.left_of_seller = 0 then 1 when booked.left_of_seller = booked.amount_idr then -1 else 0 end
  from (
    select id, seller_id, event, amount_idr, booked_at, coalesce(line_id, transaction_id) as line,
      sum(amount_idr) over (partition by coalesce(line_id, transaction_id) order by booked_at, entry_id) as left_of_line,
      sum(amount_idr) over (partition by coalesce(line_id, transaction_id), seller_id order by booked_at, entry_id) as left_of_seller,
      count(*) filter (where event = 'sale') over (partition by coalesce(line_id, transaction_id) order by booked_at, entry_id) as nth_sale
    from ledger_lines where transaction_id = of_transaction and account = 'gross'
  ) as booked
  join transaction_lines l on l.id = booked.line
$$;

-- sold, refunded: by item and the day of the booking. ledger.refunds: refunded parts of a seller, as ledger.sales are the sold ones.
create or replace function count_ledger_line() returns trigger language plpgsql as $$
begin
  insert into figure_changes values ('ledger.' || new.account, coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), new.amount_idr);
  if new.account = 'gross' and new.event = 'sale' then
    insert into figure_changes values ('ledger.sales', coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), 1);
  end if;
  if new.account = 'gross' then
    insert into figure_changes
    select change.kind, change.subject, counted.day, change.value from items_of_sale(new.transaction_id) as counted
    cross join lateral (values ('sold', counted.item_id, counted.sold), ('refunded', counted.item_id, counted.refunded), ('ledger.refunds', counted.seller_id, counted.refunded_of_seller))
      as change (kind, subject, value)
    where counted.ledger_line_id = new.id and change.value <> 0;
  end if;
  return null;
end
$$;

-- What was booked before.
insert into figure_changes
select change.kind, change.subject, counted.day, sum(change.value)
from (select distinct transaction_id from ledger_lines where account = 'gross') as booked
cross join lateral items_of_sale(booked.transaction_id) as counted
cross join lateral (values ('sold', counted.item_id, counted.sold), ('refunded', counted.item_id, counted.refunded), ('ledger.refunds', counted.seller_id, counted.refunded_of_seller))
  as change (kind, subject, value)
where change.value <> 0 group by 1, 2, 3;
