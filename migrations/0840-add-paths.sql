-- Learning paths: courses in order. What one costs is computed from the courses that are missing, so no price is stored.
create table paths (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null,
  tagline text not null,
  description text not null,
  is_ordered boolean not null,
  discount_percent smallint not null check (discount_percent between 0 and 90),
  status text not null check (status in ('draft', 'published')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index paths_newest on paths (created_at desc, id desc);
create index paths_search on paths using gin (lower(title || ' ' || tagline) gin_trgm_ops);

-- Every slug that a path has or had: links that were shared keep leading to it.
create table path_slugs (
  slug text primary key,
  path_id uuid not null references paths (id) on delete cascade
);
create index path_slugs_by_path on path_slugs (path_id);

create table path_steps (
  path_id uuid not null references paths (id) on delete cascade,
  position smallint not null,
  course_id uuid not null references courses (id) on delete cascade,
  sentence text,
  primary key (path_id, course_id)
);
create index path_steps_by_course on path_steps (course_id);

create table saved_paths (
  user_id uuid not null references users (id) on delete cascade,
  path_id uuid not null references paths (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, path_id)
);
create index saved_paths_by_path on saved_paths (path_id);
