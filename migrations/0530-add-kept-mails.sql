-- A mail that was kept in a folder of the server, because no mail server is set up. Those from before are not known.
alter table mails add column is_kept boolean not null default false;
