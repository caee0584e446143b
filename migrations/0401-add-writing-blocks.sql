-- People who may not write in the conversation of a course, or (without a course) anywhere.
create table writing_blocks (
  id uuid primary key,
  user_id uuid not null references users (id),
  course_id uuid references courses (id) on delete cascade,
  blocked_by uuid references users (id),
  created_at timestamptz not null
);
create unique index writing_blocks_of_user on writing_blocks (user_id, course_id) nulls not distinct;
create index writing_blocks_of_course on writing_blocks (course_id) where course_id is not null;
create index writing_blocks_by on writing_blocks (blocked_by) where blocked_by is not null;
