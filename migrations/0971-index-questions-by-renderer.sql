-- outside a transaction
create index concurrently course_questions_renderer on course_questions (renderer)
