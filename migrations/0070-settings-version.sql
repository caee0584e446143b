-- Two people may edit the settings at once: a save names the version it started from.
alter table settings add column version integer not null default 1 check (version > 0);
