-- When each purge last ran, so that a restart does not put it off, and which process runs it.
create table purge_runs (
  name text primary key,
  -- The next run; the end of the lease of the process that runs it now.
  due_at timestamptz not null,
  finished_at timestamptz
);
