-- Those of posts that people can still take back, and not those of what is gone. An answer is found by its author and its time: its notification was
-- stored right after it.
update notifications set subject_id = (data ->> 'questionId')::uuid where kind = 'question' and subject_id is null;
update notifications n set subject_id = a.id
from course_answers a
where n.kind = 'answer' and n.subject_id is null and a.question_id = (n.data ->> 'questionId')::uuid and a.user_id = n.actor_id
  and n.created_at between a.created_at and a.created_at + interval '5 seconds';
update notifications n set subject_id = r.id
from reviews r
where n.kind = 'review-reply' and n.subject_id is null and r.user_id = n.user_id and r.course_id = (n.data ->> 'courseId')::uuid;
delete from notifications n
where n.kind in ('question', 'answer')
  and not exists (select 1 from course_questions q where q.id = (n.data ->> 'questionId')::uuid and q.deleted_at is null);
