-- Addresses of other programs that are notified of events.
create table webhook_endpoints (
  id uuid primary key,
  url text not null check (url ~* '^https?://'),
  events text[] not null check (cardinality(events) > 0),
  -- Signing needs the secret itself, so it cannot be stored as a hash.
  secret text not null,
  -- Also signs, until this moment, so that a receiver can change its secret without rejecting deliveries.
  previous_secret text,
  previous_secret_until timestamptz,
  -- The first failed attempt since the last successful one.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('admin', 'gone', 'failing')),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- The outbox: written in the transaction of the event, one row for each endpoint, sent by a worker, deleted after 30 days.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The same for every endpoint and every attempt; receivers recognize repeated deliveries by it.
  event_id uuid not null,
  event_type text not null,
  -- The request body exactly as it is signed and sent.
  body text not null,
  -- An event that can happen again is stored once per endpoint.
  once_key text,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  resends integer not null default 0 check (resends >= 0),
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  duration_ms integer,
  response_status integer,
  response_excerpt text,
  error text,
  check ((state = 'waiting') = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_oldest on webhook_deliveries (created_at);
create unique index webhook_deliveries_once on webhook_deliveries (endpoint_id, once_key) where once_key is not null;
