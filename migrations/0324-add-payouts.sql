-- Where instructors are paid, and what they were paid.
create table bank_accounts (
  user_id uuid primary key references users (id),
  bank text not null,
  number text not null,
  holder text not null,
  -- By an admin; a change needs another verification.
  verified_at timestamptz,
  verified_by uuid references users (id),
  updated_at timestamptz not null,
  check ((verified_at is null) = (verified_by is null))
);
create index bank_accounts_of_verifier on bank_accounts (verified_by) where verified_by is not null;
create index bank_accounts_unverified on bank_accounts (updated_at) where verified_at is null;

create table payouts (
  id uuid primary key,
  instructor_id uuid not null references users (id),
  amount_idr integer not null check (amount_idr between 10000 and 999999999),
  state text not null check (state in ('requested', 'batched', 'sent', 'failed')),
  -- The account as it was verified when the payout was requested.
  bank text not null,
  number text not null,
  holder text not null,
  -- The payouts of one batch file.
  batch_id uuid,
  -- The bank's reference of a payout that was sent, or why it failed.
  reference text,
  decided_by uuid references users (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state in ('sent', 'failed')) = (decided_at is not null and decided_by is not null and reference is not null)),
  check (state not in ('requested') or batch_id is null),
  check (state <> 'batched' or batch_id is not null)
);
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_state on payouts (state, created_at desc, id desc);
create index payouts_of_instructor on payouts (instructor_id, created_at desc, id desc);
create index payouts_of_batch on payouts (batch_id) where batch_id is not null;
create index payouts_of_decider on payouts (decided_by) where decided_by is not null;

-- The entries of payouts: a request takes the amount from the balance, a failure returns it. Only grows.
create table payout_entries (
  id uuid primary key,
  payout_id uuid not null references payouts (id),
  instructor_id uuid not null references users (id),
  event text not null check (event in ('requested', 'returned')),
  -- Positive: taken from the balance.
  amount_idr integer not null check (amount_idr <> 0 and (event = 'requested') = (amount_idr > 0)),
  booked_at timestamptz not null,
  -- Taken once, and returned once at most.
  unique (payout_id, event)
);
create index payout_entries_of_instructor on payout_entries (instructor_id);
create trigger payout_entries_only_grow before update or delete on payout_entries for each statement execute function ledger_only_grows();
