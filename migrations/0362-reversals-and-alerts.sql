-- A bank may take a payment back after its settlement (reversed), and settle it again later. `alert` says why staff look at a transaction.
alter table transactions drop constraint transactions_state_check;
alter table transactions add constraint transactions_state_check
  check (state in ('created', 'pending', 'review', 'paid', 'partially_refunded', 'expired', 'cancelled', 'failed', 'refunded', 'chargeback', 'reversed')) not valid;
alter table transactions drop constraint transactions_check;
alter table transactions add constraint transactions_check
  check ((state in ('paid', 'partially_refunded', 'refunded', 'chargeback', 'reversed')) = (paid_at is not null)) not valid;
alter table transactions add column alert text;
alter table ledger_lines drop constraint ledger_lines_event_check;
alter table ledger_lines add constraint ledger_lines_event_check check (event in ('sale', 'refund', 'chargeback', 'reversal')) not valid;
