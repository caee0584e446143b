-- Earlier forms of articles: what stood there before a save replaced it.
create table content_versions (
  id uuid primary key,
  content_id uuid not null references contents (id) on delete cascade,
  title text not null,
  body_html text not null,
  saved_by uuid references users (id) on delete set null,
  saved_at timestamptz not null
);
create index content_versions_of on content_versions (content_id, saved_at desc);

-- Who saved the form that stands now.
alter table contents add column saved_by uuid references users (id) on delete set null;
