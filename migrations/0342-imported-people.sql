-- People who came from another platform, until an admin sends them their invitation, or they sign in.
alter table users add column waits_for_invitation boolean not null default false;
create index users_waiting_for_invitation on users (id) where waits_for_invitation;
