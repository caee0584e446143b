-- Posts keep what was typed and the HTML that was made of it. 0: made by a version before this one, also while that still runs beside it.
alter table course_questions add column renderer integer not null default 0;
alter table course_answers add column renderer integer not null default 0;
alter table announcements add column renderer integer not null default 0;
