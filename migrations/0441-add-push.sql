
-- Push messages: browsers that subscribed, and what waits to be sent to them.

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- A browser is one person's: who subscribes with it later has it.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create unique index push_subscriptions_endpoint on push_subscriptions (endpoint);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);

create table push_messages (
  id uuid primary key,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  kind text not null,
  content jsonb not null,
  actor_id uuid references users (id),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index push_messages_due on push_messages (next_attempt_at);
create index push_messages_of_subscription on push_messages (subscription_id);
create index push_messages_actor on push_messages (actor_id) where actor_id is not null;
