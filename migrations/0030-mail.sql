-- Mails wait here, written in the transaction of what they tell about, until a worker has handed them on.

create table mails (
  id uuid primary key,
  -- What it is about: 'reset-password', 'receipt' …
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  to_name text not null default '',
  to_email text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  -- Holds a link that acts for whoever opens it.
  is_secret boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- How often it was started anew; part of the message's id, so that mailboxes do not take it for a double.
  resends integer not null default 0,
  next_attempt_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
create index mails_due on mails (next_attempt_at) where state = 'waiting';
create index mails_newest on mails (created_at desc, id desc);
create index mails_to on mails (to_email);
