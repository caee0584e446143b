-- The days on which a student completed a lesson that was deleted since: they still count for the goal of the week and the streak.
-- Without a foreign key to users: a deletion would wait for an account that is being erased, which waits for the completions that it deletes.
create table study_days (
  user_id uuid not null,
  -- In western Indonesia.
  day date not null,
  primary key (user_id, day)
);
