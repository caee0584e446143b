-- What a misspelled word may have meant: words of the published courses' names that look like it, found by the trigram index.

-- The setting below belongs to pg_trgm and is known only once its library is loaded; whoever is no superuser may not set what is unknown.
select word_similarity('a', 'b');

create function words_near(slip text) returns setof text language sql stable
  -- PostgreSQL's own 0.6 does not see that "koprasi" was "koperasi". Who asks looks closer at what comes back.
  set pg_trgm.word_similarity_threshold = 0.5
as $$
  select distinct word
  from course_search
  join courses on courses.id = course_search.course_id
  cross join regexp_split_to_table(course_search.names, '[^[:alnum:]]+') as word
  where courses.status = 'published' and slip <% course_search.names and slip <% word
$$;
