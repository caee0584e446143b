-- The cohort that a student left by moving, so that calendars show what was planned there as cancelled.
alter table enrollments add column left_group_id uuid;
create index enrollments_by_left_group on enrollments (left_group_id) where left_group_id is not null;

-- Cohorts that a student is in or left, with when. Nobody is in one that a refund or the staff ended.
create view schedule_memberships as
  select user_id, course_id, group_id, revoked_at as left_at from enrollments where group_id is not null
  union all
  select user_id, course_id, left_group_id, coalesce(group_joined_at, granted_at) from enrollments
  where left_group_id is not null and left_group_id is distinct from group_id;
