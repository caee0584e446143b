-- Who was asked by mail to study or to teach a course, until they accept.
create table course_invitations (
  id uuid primary key,
  course_id uuid not null references courses (id) on delete cascade,
  email text not null,
  role text not null check (role in ('student', 'co-teacher', 'assistant')),
  invited_by uuid not null references users (id),
  invited_at timestamptz not null,
  -- Null: the mailbox had enough mails when it was to be sent.
  mailed_at timestamptz,
  unique (course_id, email)
);
create index course_invitations_of_course on course_invitations (course_id, id);
create index course_invitations_of_email on course_invitations (email);
create index course_invitations_of_inviter on course_invitations (invited_by);
create index course_invitations_by_time on course_invitations (invited_at);
