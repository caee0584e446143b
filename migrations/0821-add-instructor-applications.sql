-- People who ask to teach, and what an admin decided.

create table instructor_applications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  headline text not null,
  about text not null,
  category_ids jsonb not null check (jsonb_typeof(category_ids) = 'array'),
  sample_url text,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  -- What the applicant is told with a refusal.
  sentence text not null default '',
  check ((state = 'waiting') = (decided_at is null))
);
create unique index instructor_applications_waiting on instructor_applications (user_id) where state = 'waiting';
create index instructor_applications_of_user on instructor_applications (user_id, created_at desc);
create index instructor_applications_by_state on instructor_applications (state, created_at, id);
create index instructor_applications_decided_by on instructor_applications (decided_by) where decided_by is not null;
