-- The checksum of an uploaded video, by which a course file names it.

alter table media_files add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
create index media_files_sha256 on media_files (sha256) where sha256 is not null;
