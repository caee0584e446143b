-- Orders that are paid by hand: the provider behind them is this table. What an admin decides is its status of an order.
create table transfers (
  order_id text primary key references transactions (order_id),
  transaction_id uuid not null unique references transactions (id),
  state text not null check (state in ('open', 'checking', 'refused', 'approved', 'cancelled', 'expired')),
  amount_idr integer not null check (amount_idr between 1 and 999999999),
  refunded_idr integer not null default 0 check (refunded_idr between 0 and amount_idr),
  -- The account or the picture as the buyer was shown it.
  bank text,
  number text,
  holder text,
  picture text,
  expires_at timestamptz not null,
  proof_at timestamptz,
  -- Why the last proof was refused.
  sentence text,
  -- The line of a bank statement that paid it.
  statement_line text,
  decided_by uuid references users (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  check ((state in ('approved', 'refused')) <= (decided_at is not null)),
  check (state = 'approved' or refunded_idr = 0),
  check (state <> 'refused' or sentence is not null)
);
create index transfers_newest on transfers (created_at desc, transaction_id desc);
create index transfers_state on transfers (state, created_at desc, transaction_id desc);
create index transfers_amount on transfers (amount_idr, created_at);
create index transfers_of_decider on transfers (decided_by) where decided_by is not null;
create unique index transfers_statement_line on transfers (statement_line) where statement_line is not null;

-- Money to be sent back by hand, once per key.
create table transfer_refunds (
  refund_key text primary key,
  order_id text not null references transfers (order_id),
  amount_idr integer not null check (amount_idr > 0),
  created_at timestamptz not null
);
create index transfer_refunds_of_order on transfer_refunds (order_id);

-- The last picture that a buyer sent. Shown to them and to admins only.
create table transfer_proofs (
  order_id text primary key references transfers (order_id),
  bytes bytea not null,
  created_at timestamptz not null
);
create index transfer_proofs_oldest on transfer_proofs (created_at);

-- The digits that make the amount of a payment by hand unique among open ones. Part of the price of one line.
alter table transaction_lines add column unique_code_idr smallint not null default 0;
alter table transaction_lines add constraint transaction_lines_unique_code check (unique_code_idr between 0 and 999 and unique_code_idr <= price_idr) not valid;
