
-- WhatsApp: the number of a person, proven by a code that was sent to it, and what is sent there.

create table whatsapp_numbers (
  user_id uuid primary key references users (id),
  -- Digits with the country code, as WhatsApp writes them; null until one is confirmed.
  number text,
  confirmed_at timestamptz,
  -- A number that waits for its code.
  pending_number text,
  code_hash text,
  code_until timestamptz,
  code_tries integer not null default 0,
  -- When the person last wrote to this site: for 24 hours it may answer without a template.
  wrote_at timestamptz,
  constraint whatsapp_number_is_confirmed check ((number is null) = (confirmed_at is null)),
  constraint whatsapp_code_is_whole check ((pending_number is null) = (code_hash is null) and (code_hash is null) = (code_until is null))
);
-- A number is one person's.
create unique index whatsapp_numbers_of_one on whatsapp_numbers (number) where number is not null;

create table whatsapp_messages (
  id uuid primary key,
  user_id uuid not null references users (id),
  number text not null,
  -- A kind of notification, or `code`.
  kind text not null,
  -- What it says. Emptied for codes once they are sent.
  content jsonb not null,
  -- What is mailed when it does not arrive; null: nothing.
  fallback jsonb,
  actor_id uuid references users (id),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'delivered', 'read', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- When it was counted against the limits of a day.
  counted_at timestamptz,
  provider_id text,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint whatsapp_message_waits check ((state = 'waiting') = (next_attempt_at is not null))
);
create index whatsapp_messages_due on whatsapp_messages (next_attempt_at) where state = 'waiting';
create unique index whatsapp_messages_at_provider on whatsapp_messages (provider_id) where provider_id is not null;
create index whatsapp_messages_of_user on whatsapp_messages (user_id, counted_at);
create index whatsapp_messages_counted on whatsapp_messages (counted_at) where counted_at is not null;
create index whatsapp_messages_by_time on whatsapp_messages (created_at);
create index whatsapp_messages_failed on whatsapp_messages (created_at) where state = 'failed';
create index whatsapp_messages_actor on whatsapp_messages (actor_id) where actor_id is not null;
