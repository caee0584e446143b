-- Until now the keys and shares of whoever was demoted or disabled went on. What changeUser() ends, as it records it.
with ended as (
  update api_keys k set revoked_at = now()
  where k.revoked_at is null
    and not exists (select from users u where u.id = k.created_by and u.role = 'admin' and u.disabled_at is null)
  returning k.id, k.name
)
insert into audit_entries (id, happened_at, action, subject_kind, subject_id, details)
select gen_random_uuid(), now(), 'api-key.revoked', 'api-key', id::text, jsonb_build_object('name', name, 'reason', 'creator-not-admin')
from ended;

-- The shares are read as they were before the delete.
with ended as (
  delete from course_instructors s using courses c, users u
  where c.id = s.course_id and c.instructor_id <> s.user_id
    and u.id = s.user_id and (u.role = 'student' or u.disabled_at is not null)
  returning s.course_id, s.user_id
), changed as (
  select s.course_id,
    jsonb_object_agg(s.user_id, s.share_percent) as before,
    coalesce(jsonb_object_agg(s.user_id, s.share_percent) filter (where e.user_id is null), '{}') as after
  from course_instructors s left join ended e using (course_id, user_id)
  group by s.course_id having count(e.user_id) > 0
)
insert into audit_entries (id, happened_at, action, subject_kind, subject_id, details)
select gen_random_uuid(), now(), 'course.changed', 'course', c.id::text, jsonb_build_object(
  'title', c.title, 'before', jsonb_build_object('sharePercent', ch.before), 'after', jsonb_build_object('sharePercent', ch.after)
)
from changed ch join courses c on c.id = ch.course_id;
