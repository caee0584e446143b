-- A team whose order was paid by its promo code alone got no seats.
update groups set seats = paid.seats, version = groups.version + 1
from (
  select o.group_id, bool_or(t.amount_idr = 0) as is_free, sum(case
    when t.state not in ('paid', 'partially_refunded') then 0
    when t.amount_idr = 0 then o.seats
    else o.seats - least(o.seats, div((greatest(t.refunded_amount_idr,
      (select coalesce(max(case when r.lines_refunded_idr is null then t.amount_idr else (select sum(idr) from unnest(r.lines_refunded_idr) idr) end), 0)
        from refund_tasks r where r.transaction_id = t.id and r.state = 'due')) + 1)::numeric * o.seats - 1, t.amount_idr))::int
  end)::int as seats
  from team_orders o join transactions t on t.id = o.transaction_id
  where o.group_id is not null
  group by o.group_id
) as paid
where groups.id = paid.group_id and groups.seats < paid.seats and paid.is_free;
