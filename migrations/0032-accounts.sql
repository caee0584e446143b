-- Confirmed addresses, links that act once, accounts of an outside provider, and people who have left.

alter table users add column email_verified_at timestamptz;
-- The provider's own id of a person; addresses change hands, this never does.
alter table users add column google_sub text check (char_length(google_sub) between 1 and 255);
create unique index users_google_sub_key on users (google_sub);
-- Their name and address are gone; the row stays, because what they bought names it.
alter table users add column deleted_at timestamptz;
alter table users add constraint users_deleted_is_nobody
  check (deleted_at is null or (disabled_at is not null and password_hash is null and google_sub is null));

create table one_time_links (
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'verify-email')),
  -- SHA-256 of the token; the token itself is in the mail only.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One of each kind: the newest wins.
  primary key (user_id, purpose)
);
