-- The latest word about a lesson: done, or not done after all. Words that arrive late or twice change nothing.
create table lesson_marks (
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  completed boolean not null,
  marked_at timestamptz not null,
  primary key (user_id, content_id),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
insert into lesson_marks (user_id, course_id, content_id, completed, marked_at)
  select user_id, course_id, content_id, true, completed_at from completions;

create table lesson_notes (
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  body text not null check (char_length(body) <= 10000),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (user_id, content_id),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);

-- What a student adds to the page made of their profile, courses and certificates.
create table resumes (
  user_id uuid primary key references users (id) on delete cascade,
  data jsonb not null,
  updated_at timestamptz not null
);
