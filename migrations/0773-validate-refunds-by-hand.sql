alter table payouts validate constraint payouts_transaction;
alter table payouts validate constraint payouts_refund;
alter table payouts validate constraint payouts_payee;
alter table payouts validate constraint payouts_amount;
alter table payouts validate constraint payouts_batched_account;
alter table transfers validate constraint transfers_refund_account;
