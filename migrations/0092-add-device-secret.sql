-- The key that signs device cookies. One row, shared by all processes.
create table device_secret (
  id integer primary key check (id = 1),
  secret bytea not null check (octet_length(secret) = 32)
);
