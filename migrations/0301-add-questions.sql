-- Questions of students in a course, their answers and votes.

create table course_questions (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  -- The lesson that it is about; null: the whole course, or a lesson that is gone.
  content_id uuid references contents (id) on delete set null,
  -- A second of the lesson's video.
  second integer check (second between 0 and 86400),
  -- Null: the account is gone.
  user_id uuid references users (id),
  by_staff boolean not null,
  title text not null,
  body text not null,
  html text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Deleted questions stay only while they have answers, without their text.
  deleted_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  -- Of answers that are not hidden.
  answer_count integer not null default 0 check (answer_count >= 0),
  staff_answered boolean not null default false,
  vote_count integer not null default 0 check (vote_count >= 0),
  accepted_id uuid,
  check (deleted_at is null or (title = '' and body = '' and html = '' and user_id is null))
);
create index course_questions_newest on course_questions (course_id, created_at desc, id desc);
create index course_questions_top on course_questions (course_id, vote_count desc, id desc);
create index course_questions_unanswered on course_questions (course_id, created_at, id)
  where answer_count = 0 and deleted_at is null and hidden_at is null;
create index course_questions_waiting on course_questions (created_at, id) where answer_count = 0 and deleted_at is null and hidden_at is null;
create index course_questions_by_time on course_questions (created_at desc, id desc);
create index course_questions_of_lesson on course_questions (content_id, created_at desc, id desc);
create index course_questions_of_user on course_questions (user_id, created_at desc, id desc);
create index course_questions_text on course_questions using gin (lower(title || ' ' || body) gin_trgm_ops);
create index course_questions_title on course_questions using gin (lower(title) gin_trgm_ops);

create table course_answers (
  id uuid primary key,
  question_id uuid not null references course_questions (id) on delete cascade,
  user_id uuid references users (id),
  by_staff boolean not null,
  body text not null,
  html text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text,
  vote_count integer not null default 0 check (vote_count >= 0),
  unique (question_id, id)
);
create index course_answers_in_order on course_answers (question_id, created_at, id);
create index course_answers_of_user on course_answers (user_id, created_at desc);

-- An accepted answer is one of this question.
alter table course_questions add foreign key (id, accepted_id) references course_answers (question_id, id) on delete set null (accepted_id);
create index course_questions_accepted on course_questions (id, accepted_id);

create table question_votes (
  user_id uuid not null references users (id),
  question_id uuid not null references course_questions (id) on delete cascade,
  primary key (user_id, question_id)
);
create index question_votes_of_question on question_votes (question_id);

create table answer_votes (
  user_id uuid not null references users (id),
  answer_id uuid not null references course_answers (id) on delete cascade,
  primary key (user_id, answer_id)
);
create index answer_votes_of_answer on answer_votes (answer_id);
