-- Live meetings of a cohort, who was there, what is still to be told of, and the calendar feed of a person.
create table meetings (
  id uuid primary key,
  group_id uuid not null references groups (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  starts_at timestamptz not null,
  minutes smallint not null check (minutes between 5 and 720),
  -- Given to who joins, and to nobody else.
  url text not null,
  chapter_id uuid references course_sections (id) on delete set null,
  recording_id uuid references contents (id) on delete set null,
  -- Counts changes, for calendars.
  sequence integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index meetings_by_group on meetings (group_id, starts_at);
create index meetings_by_chapter on meetings (chapter_id) where chapter_id is not null;
create index meetings_by_recording on meetings (recording_id) where recording_id is not null;

-- Without foreign keys: thousands join within a minute, and none of them touches the meeting's row or waits for an account that is being erased.
create table attendances (
  meeting_id uuid not null,
  user_id uuid not null,
  attended boolean not null,
  by_hand boolean not null,
  noted_at timestamptz not null,
  primary key (meeting_id, user_id)
);
create index attendances_by_user on attendances (user_id);

-- Reminders of a meeting that are not finished yet.
create table meeting_rounds (
  meeting_id uuid not null references meetings (id) on delete cascade,
  round text not null check (round in ('day', 'soon')),
  due_at timestamptz not null,
  -- The last member who was told.
  told_to uuid,
  primary key (meeting_id, round)
);
create index meeting_rounds_due on meeting_rounds (due_at);

create table schedule_feeds (
  user_id uuid primary key,
  feed_id uuid not null unique,
  created_at timestamptz not null
);
