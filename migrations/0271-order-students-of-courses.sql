-- What the list of a course's students is ordered by, on the enrolment itself, so that each order has an index. Triggers keep both columns.
-- An empty name means that the row is older than this file; the daily check of the figures fills it.
alter table enrollments
  add column student_name text not null default '',
  add column completed_lessons integer not null default 0;

create function name_enrollment() returns trigger language plpgsql as $$
begin
  new.student_name := coalesce((select lower(name) from users where id = new.user_id), '');
  return new;
end
$$;
create trigger name_enrollment before insert on enrollments for each row execute function name_enrollment();

create function rename_enrollments() returns trigger language plpgsql as $$
begin
  update enrollments set student_name = lower(new.name) where user_id = new.id;
  return null;
end
$$;
create trigger rename_enrollments after update of name on users for each row when (old.name <> new.name) execute function rename_enrollments();

-- Completions that are deleted with their lesson are left to the daily check: they are those of all students, whose rows would be locked for seconds.
create function adjust_completed_lessons() returns trigger language plpgsql as $$
begin
  update enrollments set completed_lessons = enrollments.completed_lessons + changed.lessons
  from (select user_id, course_id, case tg_op when 'INSERT' then count(*) else -count(*) end as lessons from changed_completions where exists (select from contents where contents.id = changed_completions.content_id) group by user_id, course_id) as changed
  where enrollments.user_id = changed.user_id and enrollments.course_id = changed.course_id;
  return null;
end
$$;
create trigger adjust_completed_lessons_up after insert on completions referencing new table as changed_completions for each statement execute function adjust_completed_lessons();
create trigger adjust_completed_lessons_down after delete on completions referencing old table as changed_completions for each statement execute function adjust_completed_lessons();

-- The check starts over, and with it the filling.
delete from figure_checks where source = 'studies';
