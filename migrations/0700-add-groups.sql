-- Groups of students: a cohort of a course, with dates and seats, or a team that shares seats. Who is in one is on the right to study: enrollments.group_id.
create table groups (
  id uuid primary key,
  kind text not null check (kind in ('cohort', 'team')),
  course_id uuid references courses (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  -- Days in western Indonesia.
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  join_until date,
  -- Null: as many as like.
  seats integer check (seats between 1 and 100000),
  chat_url text,
  attendance_percent smallint check (attendance_percent between 1 and 100),
  recording_counts boolean not null default false,
  -- How many days after the start had begun before the start was changed or the cohort was cancelled: what was open then stays open.
  opened_days integer,
  cancelled_at timestamptz,
  cancel_sentence text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint cohorts_have_dates check (kind <> 'cohort' or (course_id is not null and starts_on is not null and join_until is not null))
);
create index groups_by_course on groups (course_id, starts_on);

-- Since when students of a course choose a cohort; null: they do not.
alter table courses add column cohorts_since timestamptz;

alter table enrollments
  add column group_id uuid,
  add column group_joined_at timestamptz,
  -- As in groups, of a student who moved.
  add column opened_days integer,
  -- When the right to study ends; null: never.
  add column ends_at timestamptz;
alter table enrollments add constraint enrollments_group_id_fkey foreign key (group_id) references groups (id) on delete set null not valid;

alter table cart_items add column group_id uuid references groups (id) on delete set null;
create index cart_items_by_group on cart_items (group_id) where group_id is not null;
alter table transaction_lines add column group_id uuid;
alter table transaction_lines add constraint transaction_lines_group_id_fkey foreign key (group_id) references groups (id) on delete set null not valid;

-- Seats of open orders, each until its order is paid or ends.
create table held_seats (
  line_id uuid primary key references transaction_lines (id) on delete cascade,
  group_id uuid not null references groups (id) on delete cascade
);
create index held_seats_by_group on held_seats (group_id);

-- What groups read of the right to study.
create view group_members as
  select user_id, course_id, group_id, group_joined_at, granted_at, source_ref, student_name, completed_lessons, opened_days, ends_at
  from enrollments where revoked_at is null and group_id is not null;
