-- Of a deleted question that keeps its place, the reports go with its words. Those from before showed staff an empty post.
delete from reports r using course_questions q where q.id = r.question_id and q.deleted_at is not null;
