-- Chapters of a course. `contents.position` stays the order of all lessons of the course: those before the first chapter, then each chapter's.

create table course_sections (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  -- Deferred, so that a reorder may pass through equal positions.
  constraint course_sections_position_key unique (course_id, position) deferrable initially deferred,
  -- For the foreign key below.
  unique (id, course_id)
);

-- Null: before the first chapter.
alter table contents add column section_id uuid;
-- A lesson is never in a chapter of another course.
alter table contents add constraint contents_section_fkey foreign key (section_id, course_id) references course_sections (id, course_id) on delete set null (section_id);
create index contents_section on contents (section_id) where section_id is not null;

-- Search finds a course by the titles of its chapters, too.
create or replace function refresh_course_search(wanted uuid) returns void language sql as $$
  insert into course_search (course_id, document, names)
  select
    courses.id,
    search_vector(courses.title, 'A') || search_vector(courses.tagline, 'B')
      || search_vector(concat_ws(' ', categories.name, instructors.name), 'C')
      || search_vector(concat_ws(' ', courses.level, left(courses.description, 20000), left(courses.learn::text, 10000), lessons.titles, chapters.titles), 'D'),
    lower(concat_ws(' ', courses.title, courses.tagline, categories.name, courses.level, instructors.name))
  from courses
  left join categories on categories.id = courses.category_id
  left join users as instructors on instructors.id = courses.instructor_id
  left join lateral (select left(string_agg(contents.title, ' '), 20000) as titles from contents where contents.course_id = courses.id) as lessons on true
  left join lateral (
    select left(string_agg(course_sections.title, ' '), 20000) as titles from course_sections where course_sections.course_id = courses.id
  ) as chapters on true
  where courses.id = wanted
  on conflict (course_id) do update set document = excluded.document, names = excluded.names
$$;

create function course_section_changed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(coalesce(new.course_id, old.course_id));
  return null;
end
$$;
create trigger course_search_of_sections after insert or delete or update of title on course_sections
  for each row execute function course_section_changed();
