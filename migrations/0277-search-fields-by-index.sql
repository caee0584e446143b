-- Each field of a course is searched through an index of its own. The score of a course is then a sum over index scans; it no longer needs
-- the whole document of every matching course, which is long and compressed.
drop function words_near(text);
drop index course_search_document;

alter table course_search
  add column is_published boolean not null default false,
  add column title tsvector not null default '',
  add column tagline tsvector not null default '',
  -- The category, and the name of the instructor.
  add column category tsvector not null default '';

-- Without a pending list, which every search would read until the next vacuum. Courses are searched far more often than saved.
create index course_search_fields on course_search using gin (document, title, tagline, category) with (fastupdate = off) where is_published;

-- The words of the names of all courses, from which typos are corrected. A word can be there twice, and stays when the last course with it
-- is removed, so that concurrent writes do not block each other; words_near() checks that a published course contains it.
create table course_name_words (word text not null);
create index course_name_words_word on course_name_words (word);
create index course_name_words_near on course_name_words using gin (word gin_trgm_ops);

create or replace function refresh_course_search(wanted uuid) returns void language sql as $$
  insert into course_search (course_id, is_published, title, tagline, category, document, names)
  select
    parts.course_id, parts.is_published, parts.title, parts.tagline, parts.category,
    parts.title || parts.tagline || parts.category || parts.others, parts.names
  from (
    select
      courses.id as course_id,
      courses.status = 'published' as is_published,
      search_vector(courses.title, 'A') as title,
      search_vector(courses.tagline, 'B') as tagline,
      search_vector(concat_ws(' ', categories.name, instructors.name), 'C') as category,
      search_vector(concat_ws(' ', courses.level, left(courses.description, 20000), left(courses.learn::text, 10000), lessons.titles, chapters.titles), 'D') as others,
      lower(concat_ws(' ', courses.title, courses.tagline, categories.name, courses.level, instructors.name)) as names
    from courses
    left join categories on categories.id = courses.category_id
    left join users as instructors on instructors.id = courses.instructor_id
    left join lateral (select left(string_agg(contents.title, ' '), 20000) as titles from contents where contents.course_id = courses.id) as lessons on true
    left join lateral (
      select left(string_agg(course_sections.title, ' '), 20000) as titles from course_sections where course_sections.course_id = courses.id
    ) as chapters on true
    where courses.id = wanted
  ) as parts
  on conflict (course_id) do update set
    is_published = excluded.is_published, title = excluded.title, tagline = excluded.tagline, category = excluded.category,
    document = excluded.document, names = excluded.names;

  insert into course_name_words (word)
  select distinct written.word
  from course_search cross join regexp_split_to_table(course_search.names, '[^[:alnum:]]+') as written (word)
  where course_search.course_id = wanted and written.word <> ''
    and not exists (select 1 from course_name_words as known where known.word = written.word);
$$;

drop trigger course_search_of_course on courses;
create trigger course_search_of_course after insert or update of title, tagline, description, learn, level, category_id, instructor_id, status on courses
  for each row execute function course_changed();

-- The planner expects a scan of the whole table to be cheap, because it does not know that documents are compressed. The functions below
-- therefore run without such scans. Being plpgsql, they also keep their plans.

-- The published courses whose field (document, title, tagline, category) matches.
create function courses_matching(field text, words tsquery) returns setof uuid language plpgsql stable rows 300
  set enable_seqscan = off
as $$
begin
  case field
    when 'title' then return query select course_id from course_search where is_published and title @@ words;
    when 'tagline' then return query select course_id from course_search where is_published and tagline @@ words;
    when 'category' then return query select course_id from course_search where is_published and category @@ words;
    else return query select course_id from course_search where is_published and document @@ words;
  end case;
end
$$;

-- The published courses whose names contain this pattern of "like".
create function courses_named(pattern text) returns setof uuid language plpgsql stable rows 100
  set enable_seqscan = off
as $$
begin
  return query select course_id from course_search where is_published and names like pattern;
end
$$;

create function is_searchable(words tsquery) returns boolean language plpgsql stable
  set enable_seqscan = off
as $$
begin
  return exists (select 1 from course_search where is_published and document @@ words);
end
$$;

create function is_searchable_name(pattern text) returns boolean language plpgsql stable
  set enable_seqscan = off
as $$
begin
  return exists (select 1 from course_search where is_published and names like pattern);
end
$$;

-- The setting below belongs to pg_trgm and exists only once its library is loaded; only a superuser may set an unknown one.
select word_similarity('a', 'b');

-- What a misspelled word may mean: words of the published courses' names that are similar. The caller compares them more closely.
create function words_near(typo text) returns setof text language plpgsql stable
  set pg_trgm.word_similarity_threshold = 0.5
  set enable_seqscan = off
as $$
begin
  return query
    select distinct near.word
    from (select word from course_name_words where typo <% word offset 0) as near
    where is_searchable(plainto_tsquery('simple', near.word));
end
$$;

select count(refresh_course_search(id)) from courses;
