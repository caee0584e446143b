-- Pictures that people sent, re-encoded; the bytes live here so that every process serves them and one backup holds them.
create table uploads (
  id uuid primary key,
  kind text not null check (kind in ('thumbnail', 'article', 'photo')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Null once whoever sent it is gone.
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);

create table upload_files (
  upload_id uuid not null references uploads (id) on delete cascade,
  -- 0 is the full picture; other numbers are the width it was made for.
  width integer not null check (width >= 0),
  bytes bytea not null,
  primary key (upload_id, width)
);

-- Who did what to whom, for acts that matter later. Rows are added, never changed.
create table audit_entries (
  id uuid primary key,
  happened_at timestamptz not null,
  -- Null: the product itself, an operator's command, or somebody whose account is gone.
  actor_id uuid references users (id) on delete set null,
  action text not null check (action ~ '^[a-z-]+(\.[a-z-]+)*$'),
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_entries_newest on audit_entries (happened_at desc, id desc);
create index audit_entries_subject on audit_entries (subject_kind, subject_id, happened_at desc);
