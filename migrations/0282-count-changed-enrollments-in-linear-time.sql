-- The function of 0274 joined the old and new rows of a statement. A connection keeps the plan of its first call, mostly one for a single row: a nested loop, which
-- took seconds for 2,500 rows and did not end for the students of a popular lesson that was deleted. Here each row is read once, whatever the plan.
create or replace function count_students_of_instructors() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg(1)) from new_enrollments where revoked_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg(-1)) from old_enrollments where revoked_at is null having count(*) > 0;
  else
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg(change))
    from (
      select user_id, course_id, sum(active)::integer as change
      from (
        select user_id, course_id, -(revoked_at is null)::integer as active from old_enrollments
        union all
        select user_id, course_id, (revoked_at is null)::integer from new_enrollments
      ) as states
      group by user_id, course_id
      having sum(active) <> 0
    ) as changes
    having count(*) > 0;
  end if;
  return null;
end
$$;
