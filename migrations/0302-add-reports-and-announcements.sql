-- Reports of questions, answers and reviews; announcements of courses; replies to reviews.

create table reports (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  question_id uuid references course_questions (id) on delete cascade,
  answer_id uuid references course_answers (id) on delete cascade,
  review_id uuid references reviews (id) on delete cascade,
  user_id uuid not null references users (id),
  reason text not null,
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'hidden', 'dismissed')),
  decided_at timestamptz,
  decided_by uuid references users (id),
  check (num_nonnulls(question_id, answer_id, review_id) = 1),
  check ((state = 'open') = (decided_at is null)),
  unique (user_id, question_id),
  unique (user_id, answer_id),
  unique (user_id, review_id)
);
create index reports_by_state on reports (state, created_at, id);
create index reports_of_course on reports (course_id, state, created_at, id);
create index reports_of_question on reports (question_id);
create index reports_of_answer on reports (answer_id);
create index reports_of_review on reports (review_id);
create index reports_decided_by on reports (decided_by) where decided_by is not null;

create table announcements (
  -- Also the id of its broadcast.
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  author_id uuid not null references users (id),
  audience text not null check (audience in ('all', 'not-started', 'in-progress', 'inactive', 'finished', 'selected')),
  title text not null,
  body text not null,
  html text not null,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index announcements_of_course on announcements (course_id, created_at desc, id desc);
create index announcements_of_author on announcements (author_id);

alter table reviews add column reply_body text, add column reply_by uuid references users (id), add column replied_at timestamptz,
  add column reply_edited_at timestamptz;
alter table reviews add constraint reviews_reply_whole check ((reply_body is null) = (replied_at is null));
create index reviews_replied_by on reviews (reply_by) where reply_by is not null;
