-- Those from before, as far as it can be known: the lesson that is named, and what was added to its course within the hour.
update broadcasts set lesson_ids = array(
  select c.id from contents c
  where c.course_id = broadcasts.course_id and c.status = 'published' and (
    c.id = (broadcasts.data ->> 'lessonId')::uuid
    or coalesce(c.published_at, c.created_at) >= broadcasts.created_at
      and coalesce(c.published_at, c.created_at) < broadcasts.created_at + interval '1 hour'
  )
  order by c.id = (broadcasts.data ->> 'lessonId')::uuid desc, coalesce(c.published_at, c.created_at), c.id
  limit (broadcasts.data ->> 'count')::integer
)
where kind = 'new-lessons' and lesson_ids = '{}';
