-- Quizzes: lessons with questions, and the attempts of students at them.

alter table contents drop constraint contents_type_check;
alter table contents add constraint contents_type_check check (type in ('video', 'text', 'quiz'));

-- The questions of a quiz as they were saved. Rows never change: an attempt refers to the questions that it was opened with.
create table quiz_revisions (
  id uuid primary key,
  content_id uuid not null references contents (id) on delete cascade,
  questions jsonb not null,
  created_at timestamptz not null
);
create index quiz_revisions_content on quiz_revisions (content_id);

create table quizzes (
  content_id uuid primary key references contents (id) on delete cascade,
  revision_id uuid not null references quiz_revisions (id) on delete cascade,
  version integer not null check (version > 0),
  question_count smallint not null check (question_count between 0 and 500),
  pass_percent smallint not null check (pass_percent between 1 and 100),
  -- 0: unlimited.
  maximum_attempts smallint not null check (maximum_attempts between 0 and 1000),
  time_limit_minutes smallint check (time_limit_minutes between 1 and 1440),
  shuffle_questions boolean not null,
  shuffle_options boolean not null,
  -- Null: all questions.
  draw smallint check (draw between 1 and 500),
  show_answers text not null check (show_answers in ('after-question', 'after-attempt', 'after-pass', 'never')),
  saved_by uuid references users (id) on delete set null,
  updated_at timestamptz not null
);
create index quizzes_revision on quizzes (revision_id);

create table quiz_attempts (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  number integer not null check (number > 0),
  revision_id uuid not null references quiz_revisions (id) on delete cascade,
  -- The questions of the attempt in their order, each with its options in their order, by ids.
  layout jsonb not null,
  -- As when it was opened.
  pass_percent smallint not null,
  show_answers text not null,
  answers jsonb not null,
  seq bigint not null check (seq >= 0),
  started_at timestamptz not null,
  deadline timestamptz,
  -- When periodic work scores it; null: not at all.
  due_at timestamptz,
  -- Null: open.
  submitted_at timestamptz,
  percent smallint check (percent between 0 and 100),
  passed boolean,
  -- Earned points by question.
  points jsonb,
  check ((submitted_at is null) = (percent is null) and (percent is null) = (passed is null) and (percent is null) = (points is null)),
  unique (user_id, content_id, number),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
create unique index quiz_attempts_open on quiz_attempts (user_id, content_id) where submitted_at is null;
create index quiz_attempts_content on quiz_attempts (content_id, submitted_at desc, id desc);
create index quiz_attempts_due on quiz_attempts (due_at) where due_at is not null;
create index quiz_attempts_enrollment on quiz_attempts (user_id, course_id);
create index quiz_attempts_revision on quiz_attempts (revision_id);
