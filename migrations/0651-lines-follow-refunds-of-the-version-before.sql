-- The version before, which may run beside or after this one, refunds transactions and knows no lines. What it wrote is carried to the lines, in their order.
create function mend_refunds_of_lines(of_transaction uuid) returns void language plpgsql as $$
declare
  missing integer;
  part integer;
  line record;
begin
  select t.refunded_amount_idr - sum(l.refunded_amount_idr) into missing
    from transactions t join transaction_lines l on l.transaction_id = t.id where t.id = of_transaction group by t.id;
  for line in
    select id, refunded_amount_idr as given, price_idr - promo_discount_idr - refunded_amount_idr as kept
      from transaction_lines where transaction_id = of_transaction order by position for no key update
  loop
    exit when missing is null or missing = 0;
    part := case when missing > 0 then least(missing, line.kept) else greatest(missing, -line.given) end;
    if part <> 0 then
      update transaction_lines set refunded_amount_idr = refunded_amount_idr + part where id = line.id;
    end if;
    missing := missing - part;
  end loop;
end
$$;

create function lines_follow_refunds() returns trigger language plpgsql as $$
begin
  perform mend_refunds_of_lines(new.id);
  return null;
end
$$;
create constraint trigger lines_follow_refunds after update of refunded_amount_idr on transactions
  deferrable initially deferred for each row when (old.refunded_amount_idr is distinct from new.refunded_amount_idr) execute function lines_follow_refunds();

-- What the version before has refunded without its lines.
select mend_refunds_of_lines(t.id) from transactions t
where t.refunded_amount_idr <> (select coalesce(sum(l.refunded_amount_idr), 0) from transaction_lines l where l.transaction_id = t.id);
-- Requests whose money went back meanwhile, as 0561 ended those of before.
update refund_requests r set state = 'approved', sentence = 'Dananya sudah dikembalikan.', decided_at = now()
from transactions t
where t.id = r.transaction_id and r.state = 'open' and t.refunded_amount_idr = t.amount_idr;
