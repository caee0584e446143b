-- Who teaches a course beside its owner (courses.instructor_id), and with which rights. What they earn stands apart, in course_instructors.
create table course_teachers (
  course_id uuid not null references courses (id) on delete cascade,
  user_id uuid not null references users (id),
  role text not null check (role in ('co-teacher', 'assistant')),
  position smallint not null default 0,
  primary key (course_id, user_id)
);
create index course_teachers_of_user on course_teachers (user_id);

insert into course_teachers (course_id, user_id, role, position)
select shares.course_id, shares.user_id, 'co-teacher', shares.position
from course_instructors shares join courses on courses.id = shares.course_id
where courses.instructor_id <> shares.user_id;

-- Whoever earns with a course teaches it, also when the version before stores the share.
create function earners_teach() returns trigger language plpgsql as $$
begin
  insert into course_teachers (course_id, user_id, role, position)
  select new.course_id, new.user_id, 'co-teacher', new.position from courses where id = new.course_id and instructor_id <> new.user_id
  on conflict (course_id, user_id) do update set role = 'co-teacher';
  return null;
end
$$;
create trigger earners_teach after insert on course_instructors for each row execute function earners_teach();

-- The owner has all rights, so they have no row beside that.
create function owners_are_no_co_teachers() returns trigger language plpgsql as $$
begin
  delete from course_teachers where course_id = new.id and user_id = new.instructor_id;
  return null;
end
$$;
create trigger owners_are_no_co_teachers after update of instructor_id on courses for each row
  when (old.instructor_id <> new.instructor_id) execute function owners_are_no_co_teachers();
