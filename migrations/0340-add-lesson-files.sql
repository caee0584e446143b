-- Files that belong to a lesson, for download. Their bytes are in the media store; copies of a course share them.
create table content_files (
  id uuid primary key,
  content_id uuid not null references contents (id) on delete cascade,
  -- Repeated from the lesson for the quota of a course.
  course_id uuid not null references courses (id) on delete cascade,
  media_id uuid not null references media_files (id),
  position smallint not null check (position >= 0),
  name text not null check (char_length(name) between 1 and 200),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  unique (content_id, position)
);
create index content_files_course on content_files (course_id) include (bytes);
create index content_files_media on content_files (media_id);
