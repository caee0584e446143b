-- Code exercises: lessons whose code runs in the browser of the learner. The task is the text of the lesson.

alter table contents drop constraint contents_type_check;
alter table contents add constraint contents_type_check check (type in ('video', 'text', 'quiz', 'assignment', 'code'));
alter table contents drop constraint contents_body_check;
alter table contents add constraint contents_body_check check ((type in ('text', 'assignment', 'code')) = (body_html is not null));

create table exercises (
  content_id uuid primary key references contents (id) on delete cascade,
  version integer not null check (version > 0),
  language text not null check (language in ('web', 'javascript', 'sql', 'python')),
  -- Paths, texts and roles, in the order in which they run.
  files jsonb not null,
  tests text not null check (char_length(tests) <= 50000),
  test_count smallint not null check (test_count > 0),
  hints jsonb not null,
  solution jsonb not null,
  -- Tries after which the solution is shown; null: only to those who passed.
  solution_after smallint check (solution_after between 1 and 20),
  saved_by uuid references users (id) on delete set null,
  updated_at timestamptz not null
);
create index exercises_saved_by on exercises (saved_by) where saved_by is not null;

-- What a student typed in an exercise, how often it was run, and with which code it passed.
create table exercise_work (
  user_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  course_id uuid not null,
  -- Null before the first draft.
  draft jsonb,
  seq bigint not null default 0 check (seq >= 0),
  tries integer not null default 0 check (tries >= 0),
  -- The most tests that passed in one run.
  best smallint not null default 0 check (best >= 0),
  passed_at timestamptz,
  passed_files jsonb,
  updated_at timestamptz not null,
  primary key (user_id, content_id),
  check ((passed_at is null) = (passed_files is null)),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
create index exercise_work_enrollment on exercise_work (user_id, course_id);
create index exercise_work_content on exercise_work (content_id);
