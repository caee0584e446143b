-- A refund of a payment by hand is sent as a payout is: the same states, batch files and references. Its account is empty until
-- the buyer has said where to. One that failed is followed by another row of the same refund.
alter table payouts alter column instructor_id drop not null;
alter table payouts add column transaction_id uuid;
alter table payouts add column refund_key text;
alter table payouts add constraint payouts_transaction foreign key (transaction_id) references transactions (id) not valid;
alter table payouts add constraint payouts_refund foreign key (refund_key) references transfer_refunds (refund_key) not valid;
alter table payouts add constraint payouts_payee
  check ((instructor_id is null) = (refund_key is not null) and (instructor_id is null) = (transaction_id is not null)) not valid;
alter table payouts drop constraint payouts_amount_idr_check;
alter table payouts add constraint payouts_amount
  check (amount_idr between case when refund_key is null then 10000 else 1 end and 999999999) not valid;
alter table payouts add constraint payouts_batched_account check (state <> 'batched' or number <> '') not valid;
create unique index payouts_of_refund on payouts (refund_key) where state <> 'failed';
create index payouts_of_transaction on payouts (transaction_id, created_at) where transaction_id is not null;

-- Where the buyer of a payment by hand wants refunds sent to.
alter table transfers add column refund_bank text;
alter table transfers add column refund_number text;
alter table transfers add column refund_holder text;
alter table transfers add constraint transfers_refund_account
  check ((refund_bank is null) = (refund_number is null) and (refund_bank is null) = (refund_holder is null)) not valid;
