-- What an entry of the ledger means for the number of items that were sold and refunded: called with its line on the account `gross`.
-- A line of a transaction that was paid for counts once as sold, also with several earners and after a refund. It counts as refunded from the entry with
-- which all of it went back until the entry with which some of it returns. `refunded_of_seller`: the same for the part of this seller.
create function items_of_entry(entry ledger_lines) returns table (item_id uuid, sold integer, refunded integer, refunded_of_seller integer)
language sql stable as $$
  select l.item_id,
    case when entry.event = 'sale' and not exists (
      select from ledger_lines e where e.transaction_id = entry.transaction_id and e.account = 'gross' and e.event = 'sale'
        and coalesce(e.line_id, e.transaction_id) = l.id and (e.booked_at, e.entry_id) < (entry.booked_at, entry.entry_id)
    ) then 1 else 0 end,
    case when entry.event = 'sale' then 0 else (
      select case sum(e.amount_idr) when 0 then 1 when entry.amount_idr then -1 else 0 end
      from ledger_lines e where e.transaction_id = entry.transaction_id and e.account = 'gross'
        and coalesce(e.line_id, e.transaction_id) = l.id and (e.booked_at, e.entry_id) <= (entry.booked_at, entry.entry_id)
    ) end,
    case when entry.event = 'sale' then 0 else (
      select case sum(e.amount_idr) when 0 then 1 when entry.amount_idr then -1 else 0 end
      from ledger_lines e where e.transaction_id = entry.transaction_id and e.account = 'gross' and e.seller_id is not distinct from entry.seller_id
        and coalesce(e.line_id, e.transaction_id) = l.id and (e.booked_at, e.entry_id) <= (entry.booked_at, entry.entry_id)
    ) end
  from transaction_lines l where l.id = coalesce(entry.line_id, entry.transaction_id)
$$;

-- The changes of figures that follow. sold, refunded: by item. ledger.refunds: refunded parts of a seller, as ledger.sales are the sold ones.
create function item_figures_of_entry(entry ledger_lines) returns table (kind text, subject uuid, day date, value integer) language sql stable as $$
  select change.kind, change.subject, jakarta_day(entry.booked_at), change.value
  from items_of_entry(entry) as items
  cross join lateral (values ('sold', items.item_id, items.sold), ('refunded', items.item_id, items.refunded), ('ledger.refunds', coalesce(entry.seller_id, no_subject()), items.refunded_of_seller))
    as change (kind, subject, value)
  where change.value <> 0
$$;

create or replace function count_ledger_line() returns trigger language plpgsql as $$
begin
  insert into figure_changes values ('ledger.' || new.account, coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), new.amount_idr);
  if new.account = 'gross' and new.event = 'sale' then
    insert into figure_changes values ('ledger.sales', coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), 1);
  end if;
  if new.account = 'gross' then
    insert into figure_changes select * from item_figures_of_entry(new);
  end if;
  return null;
end
$$;

-- What was booked before.
insert into figure_changes
select counted.kind, counted.subject, counted.day, sum(counted.value)
from ledger_lines entry cross join lateral item_figures_of_entry(entry) as counted where entry.account = 'gross' group by 1, 2, 3;
