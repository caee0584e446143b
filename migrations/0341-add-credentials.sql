-- Certificates are Open Badges: one signed credential. Those from before keep the signature of their document.
alter table certificates
  alter column signature drop not null,
  add column credential text,
  -- The place of a certificate in the lists that say which are revoked.
  add column status_index integer check (status_index >= 0);
update certificates set status_index = numbered.place
  from (select id, row_number() over (order by issued_at, id) - 1 as place from certificates) as numbered
  where certificates.id = numbered.id;
alter table certificates
  alter column status_index set not null,
  add constraint certificates_signed_once check ((credential is null) <> (signature is null)),
  add constraint certificates_status_index unique (status_index);
-- The version before, which may run beside or after this one, issues certificates without a place.
create function give_status_index() returns trigger language plpgsql as $$
begin
  new.status_index := coalesce(new.status_index, (select coalesce(max(status_index), -1) + 1 from certificates));
  return new;
end
$$;
create trigger give_status_index before insert on certificates for each row execute function give_status_index();
create index certificates_revoked_places on certificates (status_index) where revoked_at is not null;
