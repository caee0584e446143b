-- Where each rupiah of a sale goes: a double-entry ledger. Every entry sums to zero, so every order and the whole book do.

-- Who earns with it, as it was when the transaction was opened; null: the platform alone.
alter table transactions add column instructor_id uuid references users (id);
update transactions set instructor_id = courses.instructor_id from courses where courses.id = transactions.course_id;

-- What went back to the buyer so far.
alter table transactions add column refunded_amount_idr integer not null default 0;
update transactions set refunded_amount_idr = amount_idr where state in ('refunded', 'chargeback');
alter table transactions add constraint transactions_refunded_amount
  check (refunded_amount_idr between 0 and amount_idr and (refunded_amount_idr = 0 or paid_at is not null));
alter table transactions add constraint transactions_refunded_whole
  check (state not in ('refunded', 'chargeback') or refunded_amount_idr = amount_idr);

create table ledger_lines (
  id uuid primary key,
  -- The lines that were booked together.
  entry_id uuid not null,
  transaction_id uuid not null references transactions (id),
  event text not null check (event in ('sale', 'refund', 'chargeback')),
  -- gross: what buyers paid (positive). All others: who it belongs to (negative).
  account text not null check (account in ('gross', 'provider_fee', 'tax', 'platform', 'instructor')),
  instructor_id uuid references users (id),
  amount_idr integer not null check (amount_idr <> 0),
  booked_at timestamptz not null,
  check ((account = 'instructor') = (instructor_id is not null)),
  unique (entry_id, account)
);
create index ledger_lines_transaction on ledger_lines (transaction_id);
create index ledger_lines_booked on ledger_lines (booked_at);
create index ledger_lines_instructor on ledger_lines (instructor_id, booked_at) where instructor_id is not null;

-- Checked when the database transaction commits: until then an entry may be half written.
create function ledger_entry_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select sum(amount_idr) from ledger_lines where entry_id = new.entry_id) <> 0 then
    raise exception 'ledger entry % does not sum to zero', new.entry_id using errcode = 'check_violation', constraint = 'ledger_entry_sums_to_zero';
  end if;
  return null;
end
$$;
create constraint trigger ledger_entry_sums_to_zero after insert on ledger_lines
  deferrable initially deferred for each row execute function ledger_entry_sums_to_zero();

create function ledger_only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is never changed: book a reversal' using errcode = 'check_violation', constraint = 'ledger_only_grows';
end
$$;
create trigger ledger_only_grows before update or delete on ledger_lines for each statement execute function ledger_only_grows();

-- Sales of before there was a ledger: no share was agreed then.
insert into ledger_lines (id, entry_id, transaction_id, event, account, amount_idr, booked_at)
select gen_random_uuid(), transactions.id, transactions.id, 'sale', side.account, side.sign * transactions.amount_idr, transactions.paid_at
from transactions, (values ('gross', 1), ('platform', -1)) as side (account, sign)
where transactions.state in ('paid', 'partially_refunded') and transactions.amount_idr > 0;
update transactions set refunded_amount_idr = 0 where state = 'partially_refunded';

-- What is paid is in the ledger, and what is in the ledger is paid.
create function payment_is_booked() returns trigger language plpgsql as $$
declare
  -- As it is at the end, not as it was when the trigger was called.
  present transactions;
  kept integer;
begin
  select * into present from transactions where id = new.id;
  kept := case when present.paid_at is null then 0 else present.amount_idr - present.refunded_amount_idr end;
  if (select coalesce(sum(amount_idr), 0) from ledger_lines where transaction_id = new.id and account = 'gross') <> kept then
    raise exception 'transaction % is not booked as it is paid', new.id using errcode = 'check_violation', constraint = 'payment_is_booked';
  end if;
  return null;
end
$$;
create constraint trigger payment_is_booked after insert or update of state, amount_idr, refunded_amount_idr, paid_at on transactions
  deferrable initially deferred for each row execute function payment_is_booked();

-- Value added tax, where the seller charges it: base and tax add up to the total.
alter table invoices add column tax_base_idr integer;
alter table invoices add column tax_idr integer;
update invoices set tax_base_idr = total_idr, tax_idr = 0;
alter table invoices alter column tax_base_idr set not null, alter column tax_idr set not null;
alter table invoices add constraint invoices_tax check (tax_idr >= 0 and tax_base_idr + tax_idr = total_idr);
