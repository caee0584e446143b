-- Videos that are still being uploaded, or that no lesson used yet. Their bytes are files beside the database.
create table media_uploads (
  id uuid primary key,
  -- Null once the account is gone: the job that deletes old uploads still finds the file.
  created_by uuid references users (id) on delete set null,
  length bigint not null check (length > 0),
  metadata jsonb not null,
  created_at timestamptz not null
);
create index media_uploads_created on media_uploads (created_at);
create index media_uploads_owner on media_uploads (created_by) where created_by is not null;

-- Checked videos in the media store.
create table media_files (
  id uuid primary key,
  bytes bigint not null check (bytes > 0),
  content_type text not null check (content_type in ('video/mp4', 'video/webm')),
  duration_seconds integer not null check (duration_seconds between 1 and 43200),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- Set before its bytes are deleted: from then on no lesson may refer to it.
  deleting_since timestamptz
);
create index media_files_created on media_files (created_at);
create index media_files_deleting on media_files (deleting_since) where deleting_since is not null;
create index media_files_owner on media_files (created_by) where created_by is not null;

-- A video lesson has its video at YouTube or in the media store.
alter table contents
  add column media_id uuid references media_files (id),
  add column duration_seconds integer check (duration_seconds between 1 and 43200),
  -- File name of an uploaded picture.
  add column poster text,
  drop constraint contents_check,
  add constraint contents_video_check check (num_nonnulls(youtube_id, media_id) = case when type = 'video' then 1 else 0 end),
  add constraint contents_duration_check check ((media_id is null) = (duration_seconds is null)),
  add constraint contents_poster_check check (poster is null or media_id is not null);
create index contents_media on contents (media_id) where media_id is not null;
