
-- Reminders that are told once a day: how far each round of a day is. Rows of earlier days are deleted by the next round.

create table daily_rounds (
  name text not null,
  day date not null,
  -- What was told last; null: nothing yet.
  told_up_to text,
  is_done boolean not null default false,
  primary key (name, day)
);

-- Attempts whose time ends soon are told once.
alter table quiz_attempts add column deadline_told_at timestamptz;
create index quiz_attempts_to_remind on quiz_attempts (deadline) where submitted_at is null and deadline is not null and deadline_told_at is null;
