-- Accounts of an organisation's OpenID Connect provider: its issuer and the subject there.
alter table users add column oidc_sub text check (char_length(oidc_sub) between 1 and 1000);
create unique index users_oidc_sub_key on users (oidc_sub) where oidc_sub is not null;
alter table sign_in_tickets drop constraint sign_in_tickets_first_step_check;
alter table sign_in_tickets add constraint sign_in_tickets_first_step_check check (first_step in ('password', 'google', 'oidc'));
