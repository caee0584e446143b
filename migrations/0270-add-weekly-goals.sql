-- How many days a week a student wants to study, with earlier goals: a week is measured by the goal that held in it.
create table weekly_goals (
  user_id uuid not null references users (id) on delete cascade,
  -- The Monday (in western Indonesia) of the first week that it holds for.
  starts_on date not null check (extract(isodow from starts_on) = 1),
  -- Null: no goal from then on.
  days smallint check (days between 1 and 7),
  set_at timestamptz not null,
  primary key (user_id, starts_on)
);
