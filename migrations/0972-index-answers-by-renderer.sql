-- outside a transaction
create index concurrently course_answers_renderer on course_answers (renderer)
