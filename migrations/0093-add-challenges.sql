-- Random keys of the application, by purpose; shared by all processes.
create table secrets (
  purpose text primary key,
  secret bytea not null check (octet_length(secret) = 32)
);
insert into secrets (purpose, secret) select 'device-cookies', secret from device_secret;
drop table device_secret;

-- Solved proof-of-work challenges, each of which is accepted once. A row costs its sender a solved challenge.
create table solved_challenges (
  signature text primary key,
  expires_at timestamptz not null
);
create index solved_challenges_expires_at on solved_challenges (expires_at);
