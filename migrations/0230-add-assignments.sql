-- Assignments: lessons whose task is handed in and reviewed by a rubric. The task is the text of the lesson.

alter table contents drop constraint contents_type_check;
alter table contents add constraint contents_type_check check (type in ('video', 'text', 'quiz', 'assignment'));
alter table contents drop constraint contents_check1;
alter table contents add constraint contents_body_check check ((type in ('text', 'assignment')) = (body_html is not null));

-- The media store also keeps documents, which have no duration.
alter table media_files drop constraint media_files_content_type_check;
alter table media_files alter column duration_seconds drop not null;
alter table media_files add constraint media_files_duration_check check ((content_type like 'video/%') = (duration_seconds is not null));

create table assignments (
  content_id uuid primary key references contents (id) on delete cascade,
  version integer not null check (version > 0),
  points smallint not null check (points between 1 and 1000),
  -- Criteria with their levels.
  criteria jsonb not null,
  saved_by uuid references users (id) on delete set null,
  updated_at timestamptz not null
);

-- Every version that a student handed in.
create table submissions (
  id uuid primary key,
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  number integer not null check (number > 0),
  -- replaced: the student handed in a newer version before this one was reviewed.
  status text not null check (status in ('waiting', 'revise', 'accepted', 'replaced')),
  text text not null check (char_length(text) <= 20000),
  link text check (link ~* '^https?://'),
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references users (id) on delete set null,
  comment text check (char_length(comment) <= 5000),
  -- The chosen level of each criterion as it was at the review.
  scores jsonb,
  earned_points smallint check (earned_points >= 0),
  maximum_points smallint,
  check ((status in ('revise', 'accepted')) = (reviewed_at is not null)),
  check ((reviewed_at is null) = (comment is null) and (reviewed_at is null) = (scores is null)),
  check ((earned_points is null) = (maximum_points is null)),
  unique (user_id, content_id, number),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
-- A student has one version that waits or is accepted.
create unique index submissions_current on submissions (user_id, content_id) where status in ('waiting', 'accepted');
create index submissions_queue on submissions (status, submitted_at, id);
create index submissions_course_queue on submissions (course_id, status, submitted_at, id);
create index submissions_enrollment on submissions (user_id, course_id);
create index submissions_content on submissions (content_id);
create index submissions_reviewer on submissions (reviewed_by) where reviewed_by is not null;

create table submission_files (
  -- Also its id in the media store.
  id uuid primary key references media_files (id),
  submission_id uuid not null references submissions (id) on delete cascade,
  -- Repeated from the submission for the quotas of students and courses.
  user_id uuid not null,
  course_id uuid not null,
  position smallint not null check (position >= 0),
  name text not null check (char_length(name) between 1 and 200),
  bytes integer not null check (bytes > 0)
);
create index submission_files_submission on submission_files (submission_id, position);
create index submission_files_user on submission_files (user_id) include (bytes);
create index submission_files_course on submission_files (course_id) include (bytes);
