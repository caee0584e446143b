-- What the students of a course are searched by, on the enrolment itself: the name in lower case and the address, as in the index users_search. Searching a
-- common name read the row of a user for each student in the order of the list.
-- An empty text means that the row is older than this file; such rows are searched through their user, and the daily check of the figures fills them.
alter table enrollments add column student_search text not null default '';

create or replace function name_enrollment() returns trigger language plpgsql as $$
begin
  select lower(name), lower(name) || ' ' || email into new.student_name, new.student_search from users where id = new.user_id;
  new.student_name := coalesce(new.student_name, '');
  new.student_search := coalesce(new.student_search, '');
  return new;
end
$$;

create or replace function rename_enrollments() returns trigger language plpgsql as $$
begin
  update enrollments set student_name = lower(new.name), student_search = lower(new.name) || ' ' || new.email where user_id = new.id;
  return null;
end
$$;
drop trigger rename_enrollments on users;
create trigger rename_enrollments after update of name, email on users for each row when (old.name <> new.name or old.email <> new.email) execute function rename_enrollments();

-- The check starts over, and with it the filling.
delete from figure_checks where source = 'studies';
