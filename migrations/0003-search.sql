-- What the catalogue's search reads: one row a course, kept by triggers, so that whoever writes a course, a lesson or a category
-- keeps it right in the same transaction.

-- Comes with PostgreSQL (contrib) and may be created by the owner of the database.
create extension if not exists pg_trgm;

create table course_search (
  course_id uuid primary key references courses (id) on delete cascade,
  -- Each word as written and as its stem. A: title, B: tagline, C: category, D: level, description, what is learnt, lesson titles.
  document tsvector not null,
  -- Title, tagline, category and level in lower case, for parts of words and for words spelled almost so.
  names text not null
);
create index course_search_document on course_search using gin (document);
create index course_search_names on course_search using gin (names gin_trgm_ops);

-- Punctuation goes first: the parser of PostgreSQL would read "Node.js" as a host and "UI/UX" as a path.
create function search_vector(body text, weight "char") returns tsvector language sql immutable as $$
  select setweight(to_tsvector('simple', plain) || to_tsvector('indonesian', plain), weight)
  from (select regexp_replace(body, '[!-/:-@\[-`{-~]+', ' ', 'g') as plain) as words
$$;

create function refresh_course_search(wanted uuid) returns void language sql as $$
  insert into course_search (course_id, document, names)
  select
    courses.id,
    search_vector(courses.title, 'A') || search_vector(courses.tagline, 'B') || search_vector(coalesce(categories.name, ''), 'C')
      || search_vector(concat_ws(' ', courses.level, left(courses.description, 20000), left(courses.learn::text, 10000), lessons.titles), 'D'),
    lower(concat_ws(' ', courses.title, courses.tagline, categories.name, courses.level))
  from courses
  left join categories on categories.id = courses.category_id
  left join lateral (select left(string_agg(contents.title, ' '), 20000) as titles from contents where contents.course_id = courses.id) as lessons on true
  where courses.id = wanted
  on conflict (course_id) do update set document = excluded.document, names = excluded.names
$$;

create function course_changed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(new.id);
  return null;
end
$$;
-- Not on the counters: an enrolment changes no word.
create trigger course_search_of_course after insert or update of title, tagline, description, learn, level, category_id on courses
  for each row execute function course_changed();

create function contents_changed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(changed.course_id) from (select distinct course_id from changed_contents) as changed;
  return null;
end
$$;
-- Once a statement, however many lessons it touches. A transition table allows no list of columns.
create trigger course_search_of_new_contents after insert on contents
  referencing new table as changed_contents for each statement execute function contents_changed();
create trigger course_search_of_gone_contents after delete on contents
  referencing old table as changed_contents for each statement execute function contents_changed();

create function content_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(new.course_id);
  if old.course_id <> new.course_id then
    perform refresh_course_search(old.course_id);
  end if;
  return null;
end
$$;
create trigger course_search_of_renamed_content after update of title, course_id on contents
  for each row when (old.title <> new.title or old.course_id <> new.course_id) execute function content_renamed();

create function category_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_course_search(courses.id) from courses where courses.category_id = new.id;
  return null;
end
$$;
create trigger course_search_of_category after update of name on categories
  for each row when (old.name <> new.name) execute function category_renamed();

-- The courses that are there already.
select count(refresh_course_search(id)) from courses;
