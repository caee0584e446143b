-- Set in the transaction that deletes a lesson, so nothing else ever sees it. The progress of its students is deleted before the lesson, in several statements, and
-- their enrolments stay unlocked: as in 0271, the daily check corrects the counts.
alter table contents add column is_being_deleted boolean not null default false;

create or replace function adjust_completed_lessons() returns trigger language plpgsql as $$
begin
  update enrollments set completed_lessons = enrollments.completed_lessons + changed.lessons
  from (
    select user_id, course_id, case tg_op when 'INSERT' then count(*) else -count(*) end as lessons
    from changed_completions
    where exists (select from contents where contents.id = changed_completions.content_id and not contents.is_being_deleted)
    group by user_id, course_id
  ) as changed
  where enrollments.user_id = changed.user_id and enrollments.course_id = changed.course_id;
  return null;
end
$$;
