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
create index certificates_revoked_places on certificates (status_index) where revoked_at is not null;
