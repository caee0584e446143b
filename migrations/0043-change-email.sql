-- A link to a new address: the address becomes the account's when whoever reads its mailbox opens the link.
alter table one_time_links drop constraint one_time_links_purpose_check;
alter table one_time_links add constraint one_time_links_purpose_check check (purpose in ('reset-password', 'verify-email', 'change-email'));
alter table one_time_links add column new_email text check (char_length(new_email) <= 254);
alter table one_time_links add constraint one_time_links_new_email check ((purpose = 'change-email') = (new_email is not null));

-- Whose mail it is, where its address is no longer its owner's: it goes when they leave.
alter table mails add column owner_id uuid references users (id) on delete cascade;
create index mails_owner on mails (owner_id) where owner_id is not null;
