-- Keys of integrations. Revoked keys stay, because the audit log names them.
create table api_keys (
  id uuid primary key,
  name text not null check (name <> ''),
  -- SHA-256 of the key. The key has 256 random bits, so a slow hash would add nothing.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  -- The start of the key, by which admins recognize it.
  prefix text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_newest on api_keys (created_at desc, id desc) where revoked_at is null;

-- Set instead of actor_id when an integration acted.
alter table audit_entries add column api_key_id uuid references api_keys (id);
alter table audit_entries add check (actor_id is null or api_key_id is null);
create index audit_entries_api_key on audit_entries (api_key_id, happened_at desc, id desc) where api_key_id is not null;
