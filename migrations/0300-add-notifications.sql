-- Notifications: rows of one person, broadcasts to the students of a course (one row for all of them), what is read, and how each
-- person wants to be told.

create table notification_settings (
  user_id uuid primary key references users (id),
  -- Channels by kind, where they differ from the defaults.
  channels jsonb not null default '{}',
  time_zone text not null default 'Asia/Jakarta',
  -- Everything up to this time is read. It only moves forward.
  read_up_to timestamptz not null default '1970-01-01T00:00:00Z'
);

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  data jsonb not null,
  -- Who caused it; its row goes with that account, because the text may quote that person.
  actor_id uuid references users (id),
  created_at timestamptz not null,
  -- Read by itself, before the person's mark reached it.
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at) where read_at is null;
create index notifications_of_actor on notifications (actor_id) where actor_id is not null;
create index notifications_by_time on notifications (created_at);

create table broadcasts (
  id uuid primary key,
  kind text not null,
  course_id uuid not null references courses (id) on delete cascade,
  -- To everyone who is enrolled when it is made. Otherwise to the rows of broadcast_recipients.
  to_all boolean not null,
  data jsonb not null,
  actor_id uuid references users (id),
  created_at timestamptz not null,
  -- When the next students are told by mail, digest or push; null: all were.
  due_at timestamptz,
  -- The last student who was told.
  told_up_to uuid
);
create index broadcasts_of_course on broadcasts (course_id, created_at desc, id desc);
create index broadcasts_due on broadcasts (due_at) where due_at is not null;
create index broadcasts_actor on broadcasts (actor_id) where actor_id is not null;

create table broadcast_recipients (
  user_id uuid not null references users (id),
  broadcast_id uuid not null references broadcasts (id) on delete cascade,
  primary key (user_id, broadcast_id)
);
create index broadcast_recipients_of_broadcast on broadcast_recipients (broadcast_id, user_id);

-- Read by themselves, before the person's mark reached them.
create table broadcast_reads (
  user_id uuid not null references users (id),
  broadcast_id uuid not null references broadcasts (id) on delete cascade,
  primary key (user_id, broadcast_id)
);
create index broadcast_reads_of_broadcast on broadcast_reads (broadcast_id);

-- What waits for a person's next digest.
create table digest_entries (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  data jsonb not null,
  actor_id uuid references users (id),
  created_at timestamptz not null,
  due_at timestamptz not null
);
create index digest_entries_due on digest_entries (due_at, user_id);
create index digest_entries_of_user on digest_entries (user_id);
create index digest_entries_actor on digest_entries (actor_id) where actor_id is not null;
