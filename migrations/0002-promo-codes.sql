-- Promo codes: percent off, an amount off, or a fixed price; for everything, one category or one course; within dates and limits.

create table promo_codes (
  id uuid primary key,
  -- Compared without regard to case.
  code text not null unique check (code = upper(code) and code ~ '^[A-Z0-9_-]{3,40}$'),
  kind text not null check (kind in ('percent', 'amount-off', 'fixed-price')),
  -- Percent 1 to 100, or rupiah.
  value integer not null check (value >= 0 and (kind <> 'percent' or value between 1 and 100)),
  category_id uuid references categories (id),
  course_id uuid references courses (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Null: as often as asked.
  total_limit integer check (total_limit > 0),
  per_student_limit integer check (per_student_limit > 0),
  created_at timestamptz not null default now(),
  check (category_id is null or course_id is null)
);

-- One row a use: reserved while its transaction is open, kept once that is paid, gone when it ends unpaid.
create table promo_redemptions (
  transaction_id uuid primary key references transactions (id),
  promo_id uuid not null references promo_codes (id),
  student_id uuid not null references users (id),
  created_at timestamptz not null
);
create index promo_redemptions_promo on promo_redemptions (promo_id, student_id);

alter table transactions add column promo_code text;
alter table transactions add column promo_discount_idr integer not null default 0 check (promo_discount_idr >= 0);
