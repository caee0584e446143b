-- Each sign-in with Google answers a question of ours, once: the same token is of no use a second time.
create table google_nonces (
  nonce_hash bytea primary key check (octet_length(nonce_hash) = 32),
  expires_at timestamptz not null
);
create index google_nonces_expires on google_nonces (expires_at);
