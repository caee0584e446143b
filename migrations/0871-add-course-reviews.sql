-- Courses that an admin looks at before their first sale, and instructors of whom a course was approved. A course that waits stays a draft.
create table course_reviews (
  course_id uuid primary key references courses (id) on delete cascade,
  state text not null check (state in ('waiting', 'approved', 'refused')),
  sent_by uuid references users (id) on delete set null,
  sent_at timestamptz not null,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  -- What the instructor mends: [{ contentId, sentence }].
  remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),
  check ((state = 'waiting') = (decided_at is null))
);
create index course_reviews_by_state on course_reviews (state, sent_at, course_id);
create index course_reviews_sent_by on course_reviews (sent_by) where sent_by is not null;
create index course_reviews_decided_by on course_reviews (decided_by) where decided_by is not null;

create table approved_instructors (
  user_id uuid primary key references users (id) on delete cascade,
  approved_at timestamptz not null
);
