-- A post is sent again when its response was lost, for example after a time without a connection: its key tells that it is the same one.
alter table course_questions add column sent_key uuid;
alter table course_answers add column sent_key uuid;
create unique index course_questions_sent on course_questions (user_id, sent_key) where sent_key is not null;
create unique index course_answers_sent on course_answers (user_id, sent_key) where sent_key is not null;
