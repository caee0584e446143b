-- How far into a lesson a student was: seconds of a video, thousandths of an article. The latest word counts.
create table lesson_positions (
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null references contents (id) on delete cascade,
  reached integer not null check (reached between 0 and 86400),
  noted_at timestamptz not null,
  primary key (user_id, content_id),
  foreign key (user_id, course_id) references enrollments (user_id, course_id) on delete cascade
);
