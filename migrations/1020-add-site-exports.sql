-- Exports of the whole site, which are made in the background. They belong to the site: every admin may fetch them.

create table site_exports (
  id uuid primary key,
  state text not null check (state in ('making', 'ready', 'failed')),
  -- Courses and lists; the number of all is known once the work began.
  files_done integer not null default 0 check (files_done >= 0),
  files_all integer check (files_all >= files_done),
  -- Noted before its bytes are written, so that one that is killed leaves none behind.
  media_id uuid references media_files (id) on delete set null,
  -- Work that shows no progress for a while is begun again.
  progress_at timestamptz,
  attempts smallint not null default 0,
  created_at timestamptz not null
);
create unique index site_exports_one_at_once on site_exports ((true)) where state = 'making';
create index site_exports_created on site_exports (created_at);
create index site_exports_media on site_exports (media_id);
