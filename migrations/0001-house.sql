-- People, courses, learning and buying. PostgreSQL 15 syntax; runs unchanged on the embedded database.
-- Times are timestamptz (UTC inside). Money is an integer of rupiah. Ids are UUIDv7 made by the application.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- identity ---------------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 254 and email = lower(email)),
  -- Null for an account that only signs in through an outside provider.
  password_hash text,
  role text not null default 'student' check (role in ('student', 'instructor', 'admin')),
  photo text not null default 'default.jpg',
  headline text not null default '',
  bio text not null default '',
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (email);

create table sessions (
  id uuid primary key,
  -- SHA-256 of the token; the token itself is known to its browser only.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- catalog ----------------------------------------------------------------------------------------------------------

create table categories (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  slug text not null unique,
  group_name text not null check (group_name in ('programming', 'design', 'marketing')),
  position integer not null default 0
);

create table courses (
  id uuid primary key,
  status text not null check (status in ('draft', 'published', 'archived')),
  title text not null check (char_length(title) between 1 and 200),
  tagline text not null default '' check (char_length(tagline) <= 300),
  description text not null default '',
  learn jsonb not null default '[]',
  -- Null: the generated cover of its category.
  thumbnail text,
  category_id uuid references categories (id),
  level text not null default 'Pemula' check (level in ('Pemula', 'Menengah', 'Lanjutan')),
  price_idr integer not null default 0 check (price_idr between 0 and 999999999),
  discount_percent smallint not null default 0 check (discount_percent between 0 and 100),
  instructor_id uuid not null references users (id),
  -- Counters, kept in the transaction of what they count.
  student_count integer not null default 0 check (student_count >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_sum integer not null default 0 check (rating_sum >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  check (status <> 'published' or (published_at is not null and category_id is not null))
);
create index courses_published on courses (published_at desc) where status = 'published';
create index courses_category on courses (category_id) where status = 'published';
create index courses_instructor on courses (instructor_id);

create table contents (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  type text not null check (type in ('video', 'text')),
  youtube_id text check (youtube_id ~ '^[A-Za-z0-9_-]{11}$'),
  body_html text,
  reading_minutes smallint,
  is_preview boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((type = 'video') = (youtube_id is not null)),
  check ((type = 'text') = (body_html is not null)),
  -- Deferred, so that a reorder may pass through equal positions.
  constraint contents_position_key unique (course_id, position) deferrable initially deferred
);

-- learning ---------------------------------------------------------------------------------------------------------

create table enrollments (
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id),
  -- What granted it, in the words of whoever did ('transaction:<id>', 'free', 'staff:<id>'); learning never reads it.
  source_ref text not null,
  granted_at timestamptz not null,
  revoked_at timestamptz,
  last_content_id uuid references contents (id) on delete set null,
  last_accessed_at timestamptz,
  primary key (user_id, course_id)
);
create index enrollments_course on enrollments (course_id);
create unique index enrollments_source_transaction on enrollments (source_ref) where source_ref like 'transaction:%';

create table completions (
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  completed_at timestamptz not null,
  primary key (user_id, content_id),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
create index completions_course on completions (user_id, course_id);

create table reviews (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id) on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (char_length(body) <= 2000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, course_id)
);
create index reviews_course on reviews (course_id, created_at desc);

-- commerce ---------------------------------------------------------------------------------------------------------

create table transactions (
  id uuid primary key,
  student_id uuid not null references users (id),
  course_id uuid not null references courses (id),
  -- As they were when the transaction was opened.
  item_title text not null,
  buyer_name text not null,
  buyer_email text not null,
  list_price_idr integer not null check (list_price_idr between 0 and 999999999),
  discount_percent smallint not null check (discount_percent between 0 and 100),
  amount_idr integer not null check (amount_idr between 0 and 999999999),
  -- Fixed length: the provider joins it with other fields without a separator before signing.
  order_id text not null unique check (order_id ~ '^KLS-[0-9A-HJKMNP-TV-Z]{26}$'),
  state text not null check (state in ('created', 'pending', 'review', 'paid', 'partially_refunded', 'expired', 'cancelled', 'failed', 'refunded', 'chargeback')),
  token text,
  payment_url text,
  -- Until then one process is asking the provider for a token; others wait instead of asking too.
  session_claimed_until timestamptz,
  expires_at timestamptz,
  provider_transaction_id text,
  provider_status text,
  fraud_status text,
  payment_type text,
  paid_amount_idr integer,
  paid_at timestamptz,
  verified_at timestamptz,
  next_check_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('paid', 'partially_refunded', 'refunded', 'chargeback')) = (paid_at is not null)),
  check (paid_amount_idr is null or paid_amount_idr = amount_idr)
);
create unique index one_open_transaction on transactions (student_id, course_id) where state in ('created', 'pending', 'review');
create index transactions_student on transactions (student_id, created_at desc);
create index transactions_due on transactions (next_check_at) where next_check_at is not null;

-- The inbox: every notification is kept before anybody interprets it.
create table payment_events (
  id uuid primary key,
  order_id text not null,
  dedupe bytea not null unique,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  verdict text
);
create index payment_events_order on payment_events (order_id);

create table refund_tasks (
  refund_key text primary key check (refund_key ~ '^[A-Za-z0-9_-]+$'),
  transaction_id uuid not null references transactions (id),
  amount_idr integer not null check (amount_idr > 0),
  reason text not null,
  state text not null default 'due' check (state in ('due', 'done', 'refused')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One row a month (WIB); its lock is what keeps invoice numbers without gaps.
create table invoice_counters (
  month text primary key check (month ~ '^[0-9]{4}/[0-9]{2}$'),
  last_number integer not null check (last_number >= 0)
);

create table invoices (
  transaction_id uuid primary key references transactions (id),
  number text not null unique check (number ~ '^INV/[0-9]{4}/[0-9]{2}/[0-9]{6}$'),
  issued_at timestamptz not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  total_idr integer not null check (total_idr >= 0)
);
