-- The picture of the bank's confirmation that an admin may add to what was sent by hand. Shown to whom it was sent and to admins only.
create table payout_proofs (
  payout_id uuid primary key references payouts (id),
  bytes bytea not null,
  created_at timestamptz not null
);
create index payout_proofs_oldest on payout_proofs (created_at);
