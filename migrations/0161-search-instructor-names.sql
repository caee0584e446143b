-- The search also finds courses by the name of their instructor: as part of the words, with the weight of the category, and among the
-- names, so that misspelled names are corrected.
create or replace function refresh_course_search(wanted uuid) returns void language sql as $$
  insert into course_search (course_id, document, names)
  select
    courses.id,
    search_vector(courses.title, 'A') || search_vector(courses.tagline, 'B')
      || search_vector(concat_ws(' ', categories.name, instructors.name), 'C')
      || search_vector(concat_ws(' ', courses.level, left(courses.description, 20000), left(courses.learn::text, 10000), lessons.titles), 'D'),
    lower(concat_ws(' ', courses.title, courses.tagline, categories.name, courses.level, instructors.name))
  from courses
  left join categories on categories.id = courses.category_id
  left join users as instructors on instructors.id = courses.instructor_id
  left join lateral (select left(string_agg(contents.title, ' '), 20000) as titles from contents where contents.course_id = courses.id) as lessons on true
  where courses.id = wanted
  on conflict (course_id) do update set document = excluded.document, names = excluded.names
$$;

drop trigger course_search_of_course on courses;
create trigger course_search_of_course after insert or update of title, tagline, description, learn, level, category_id, instructor_id on courses
  for each row execute function course_changed();

create function instructor_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(courses.id) from courses where courses.instructor_id = new.id;
  return null;
end
$$;
create trigger course_search_of_instructor after update of name on users
  for each row when (old.name <> new.name) execute function instructor_renamed();

select count(refresh_course_search(id)) from courses;
