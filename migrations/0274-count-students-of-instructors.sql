-- How many students an instructor has. A student of several courses counts once, so this is no sum over courses; counting them anew reads every enrolment.
-- The figure has no days: all changes are of 1970-01-01.
create function add_students_of_instructors(user_ids uuid[], course_ids uuid[], changes integer[]) returns void language sql as $$
  insert into figure_changes
  select 'instructor-students', instructor_id, date '1970-01-01', sum((now > 0)::integer - (now - gained > 0)::integer)
  from (
    select changed.user_id, courses.instructor_id, sum(changed.change) as gained,
      (select count(*) from enrollments e join courses c on c.id = e.course_id where e.user_id = changed.user_id and e.revoked_at is null and c.instructor_id = courses.instructor_id) as now
    from unnest(user_ids, course_ids, changes) as changed (user_id, course_id, change)
    join courses on courses.id = changed.course_id
    group by changed.user_id, courses.instructor_id
  ) as pairs
  group by instructor_id
  having sum((now > 0)::integer - (now - gained > 0)::integer) <> 0
$$;

-- Once per statement, because one statement may change several enrolments of a student.
create function count_students_of_instructors() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg(1)) from new_enrollments where revoked_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg(-1)) from old_enrollments where revoked_at is null having count(*) > 0;
  else
    perform add_students_of_instructors(array_agg(user_id), array_agg(course_id), array_agg((n.revoked_at is null)::integer - (o.revoked_at is null)::integer))
    from old_enrollments o join new_enrollments n using (user_id, course_id) where (o.revoked_at is null) <> (n.revoked_at is null) having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger count_students_of_instructors_up after insert on enrollments referencing new table as new_enrollments for each statement execute function count_students_of_instructors();
create trigger count_students_of_instructors_down after delete on enrollments referencing old table as old_enrollments for each statement execute function count_students_of_instructors();
create trigger count_students_of_instructors_changed after update on enrollments referencing old table as old_enrollments new table as new_enrollments for each statement execute function count_students_of_instructors();

-- Counts instructors again whose courses were given to somebody else, which is rare.
create function recount_students_of(instructors uuid[]) returns void language sql as $$
  insert into figure_changes
  select 'instructor-students', counted.id, date '1970-01-01', counted.students - counted.stored
  from (
    select instructor.id,
      (select count(distinct e.user_id) from courses c join enrollments e on e.course_id = c.id where c.instructor_id = instructor.id and e.revoked_at is null) as students,
      (select coalesce(sum(value), 0) from total_figures where kind = 'instructor-students' and subject = instructor.id)
        + (select coalesce(sum(value), 0) from figure_changes where kind = 'instructor-students' and subject = instructor.id) as stored
    from unnest(instructors) as instructor (id)
  ) as counted
  where counted.students <> counted.stored
$$;
create function recount_students_of_reassigned() returns trigger language plpgsql as $$
begin
  perform recount_students_of(array_agg(distinct party.id))
  from old_courses o join new_courses n using (id) cross join lateral (values (o.instructor_id), (n.instructor_id)) as party (id)
  where o.instructor_id <> n.instructor_id having count(*) > 0;
  return null;
end
$$;
create trigger recount_students_of_reassigned after update on courses referencing old table as old_courses new table as new_courses for each statement execute function recount_students_of_reassigned();
