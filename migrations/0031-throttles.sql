-- How much of each allowance is used. One row a key; keys are hashed, because they are made of addresses of people.
create table throttles (
  key text primary key,
  -- When the allowance is whole again. The farther away, the more of it is used.
  whole_at timestamptz not null
);
create index throttles_whole_at on throttles (whole_at);
