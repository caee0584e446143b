-- Two-step sign-in: authenticator apps, recovery codes and passkeys; and when a session last proved who is using it.

create table totp_secrets (
  user_id uuid primary key references users (id) on delete cascade,
  secret bytea not null check (octet_length(secret) = 20),
  created_at timestamptz not null,
  -- Null until the first code was entered; before that it protects nothing.
  confirmed_at timestamptz,
  -- Number of the last accepted 30-second step: each code is accepted once.
  last_used_step bigint not null default 0
);
create index totp_secrets_unconfirmed on totp_secrets (created_at) where confirmed_at is null;

create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Chosen by the authenticator, base64url.
  credential_id text not null unique check (char_length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- The authenticator's own count of its signatures; it only grows, or stays 0.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, created_at);

create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  -- The user who adds a passkey; null for a signature with an existing one.
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;

-- The first step succeeded, the second is missing.
create table sign_in_tickets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users (id) on delete cascade,
  first_step text not null check (first_step in ('password', 'google')),
  expires_at timestamptz not null
);
create index sign_in_tickets_expires on sign_in_tickets (expires_at);
create index sign_in_tickets_of_user on sign_in_tickets (user_id);

-- When the user of this session last gave every proof that the account asks for; null when never.
alter table sessions add column proven_at timestamptz;
