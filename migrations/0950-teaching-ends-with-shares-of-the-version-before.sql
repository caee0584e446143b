-- The version before, which may run beside or after this one, knows no teachers: who loses a share there may not teach the course any more.
-- This version lets people teach without a share, and says so in the transaction that changes shares.
create function teaching_ends_with_share() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('cendaki.teachers_stand_apart', true), '') <> 'on' then
    delete from course_teachers
    where course_id = old.course_id and user_id = old.user_id and role = 'co-teacher'
      and not exists (select from course_instructors kept where kept.course_id = old.course_id and kept.user_id = old.user_id);
  end if;
  return null;
end
$$;
-- At the end of the transaction: a change of shares deletes all of a course, and inserts those of now.
create constraint trigger teaching_ends_with_share after delete on course_instructors
  deferrable initially deferred for each row execute function teaching_ends_with_share();
