-- Course files that were sent to be imported: checked first, and imported once that is confirmed, so that the one who imports can leave
-- and come back.

create table course_imports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Null once nothing needs the file any more.
  media_id uuid references media_files (id),
  name text not null check (char_length(name) between 1 and 200),
  bytes integer not null check (bytes >= 0),
  state text not null check (state in ('checking', 'checked', 'rejected', 'importing', 'imported')),
  essays_as_assignments boolean not null default false,
  -- What the check found.
  summary jsonb,
  mistakes jsonb,
  course_id uuid references courses (id) on delete set null,
  -- Work that was begun and not finished is due again some time after it was claimed.
  claimed_at timestamptz,
  attempts smallint not null default 0,
  created_at timestamptz not null
);
create index course_imports_user on course_imports (user_id, created_at desc, id);
create index course_imports_created on course_imports (created_at);
create index course_imports_due on course_imports (created_at) where state in ('checking', 'importing');
create index course_imports_media on course_imports (media_id);
create index course_imports_course on course_imports (course_id);
