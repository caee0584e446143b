-- Backups that were tried: the schedule claims the next one here, and the system page shows the last ones.
create table backup_runs (
  id uuid primary key,
  trigger text not null check (trigger in ('schedule', 'command')),
  file text not null,
  started_at timestamptz not null,
  -- Null while it runs, and for good when its process was killed.
  finished_at timestamptz,
  bytes bigint check (bytes > 0),
  encrypted boolean,
  -- One sentence for the operator; null when it succeeded.
  failure text,
  check (finished_at is not null or (bytes is null and failure is null)),
  check (finished_at is null or (bytes is null) <> (failure is null))
);

create index backup_runs_by_start on backup_runs (started_at desc);
