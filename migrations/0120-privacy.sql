-- Texts that admins publish (terms, refunds, privacy). Versions are added, never changed: a consent names the version it was given to.
create table legal_texts (
  page text not null check (page in ('terms', 'refunds', 'privacy')),
  version integer not null check (version > 0),
  html text not null,
  published_at timestamptz not null,
  -- Null for the text that the product brings along.
  published_by uuid references users (id) on delete set null,
  primary key (page, version)
);

-- A consent from being given until it was withdrawn or replaced by a newer version. Rows are never deleted.
create table consents (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('terms', 'review-name')),
  text_version integer not null check (text_version > 0),
  given_at timestamptz not null,
  ended_at timestamptz check (ended_at >= given_at)
);
create unique index consents_current on consents (user_id, purpose) where ended_at is null;
create index consents_history on consents (user_id, given_at desc);

-- Writing a review meant showing the name with it.
insert into consents (id, user_id, purpose, text_version, given_at)
select gen_random_uuid(), user_id, 'review-name', 1, min(created_at) from reviews group by user_id;

create table privacy_requests (
  id uuid primary key,
  -- Null for a person without an account, whose request an admin recorded.
  user_id uuid references users (id) on delete set null,
  requester_name text not null,
  requester_email text not null,
  kind text not null check (kind in ('access', 'correction', 'erasure', 'restriction', 'objection', 'question')),
  body text not null,
  state text not null check (state in ('new', 'in-progress', 'done', 'rejected')),
  answer text not null default '',
  received_at timestamptz not null,
  due_at timestamptz not null check (due_at > received_at),
  closed_at timestamptz,
  check ((closed_at is not null) = (state in ('done', 'rejected')))
);
create index privacy_requests_open on privacy_requests (due_at, id) where closed_at is null;
create index privacy_requests_newest on privacy_requests (received_at desc, id desc);
create index privacy_requests_user on privacy_requests (user_id, received_at desc) where user_id is not null;
create index privacy_requests_closed on privacy_requests (closed_at) where closed_at is not null;

create table privacy_incidents (
  id uuid primary key,
  title text not null,
  what_happened text not null,
  -- Null while unknown.
  happened_at timestamptz,
  noticed_at timestamptz not null,
  data_concerned text not null,
  people_concerned text not null,
  measures text not null,
  authority_notified_at timestamptz,
  people_notified_at timestamptz,
  -- Why nobody has to be notified; empty when they have to be.
  no_notification_reason text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index privacy_incidents_newest on privacy_incidents (noticed_at desc, id desc);

-- For the jobs that delete what has expired.
create index sessions_expires on sessions (expires_at);
create index one_time_links_expires on one_time_links (expires_at);
create index uploads_created on uploads (created_at);
