-- What was paid before. In a file of its own, so that nobody who orders waits for it.
insert into sold_lines
select l.id, l.item_id, t.paid_at from transactions t join transaction_lines l on l.transaction_id = t.id
where t.paid_at is not null and l.price_idr > l.promo_discount_idr
on conflict (line_id) do nothing;
