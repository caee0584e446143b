-- A lesson can be a draft: staff of its course see it, nobody else does. Versions from before write published lessons only.
alter table contents
  add column status text not null default 'published',
  -- When it was published after it had been a draft. Null: it never was one, or is one that was never published.
  add column published_at timestamptz;
alter table contents add constraint contents_status_check check (status in ('draft', 'published')) not valid;
alter table contents validate constraint contents_status_check;

-- A video lesson may wait for its video: a draft, or a lesson of a course file without the bytes.
alter table contents drop constraint contents_video_check;
alter table contents add constraint contents_video_check check (num_nonnulls(youtube_id, media_id) <= case when type = 'video' then 1 else 0 end) not valid;
alter table contents validate constraint contents_video_check;

-- Search finds a course by the titles of published lessons only.
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
  left join lateral (
    select left(string_agg(contents.title, ' '), 20000) as titles from contents where contents.course_id = courses.id and contents.status = 'published'
  ) as lessons on true
  left join lateral (
    select left(string_agg(course_sections.title, ' '), 20000) as titles from course_sections where course_sections.course_id = courses.id
  ) as chapters on true
  where courses.id = wanted
  on conflict (course_id) do update set document = excluded.document, names = excluded.names
$$;
drop trigger course_search_of_renamed_content on contents;
create trigger course_search_of_renamed_content after update of title, course_id, status on contents
  for each row when (old.title <> new.title or old.course_id <> new.course_id or old.status <> new.status) execute function content_renamed();

-- Completions of a draft are kept but not counted. Those of a lesson that becomes a draft, or is published again, are recounted after the change, in batches.
create or replace function adjust_completed_lessons() returns trigger language plpgsql as $$
begin
  update enrollments set completed_lessons = enrollments.completed_lessons + changed.lessons
  from (
    select user_id, course_id, case tg_op when 'INSERT' then count(*) else -count(*) end as lessons
    from changed_completions
    where exists (
      select from contents where contents.id = changed_completions.content_id and not contents.is_being_deleted and contents.status = 'published'
    )
    group by user_id, course_id
  ) as changed
  where enrollments.user_id = changed.user_id and enrollments.course_id = changed.course_id;
  return null;
end
$$;
