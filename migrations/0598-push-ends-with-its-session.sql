-- A browser gets no push messages of a person who signed out of it, or was signed out from elsewhere. Null once the session has expired: then
-- nobody ended it. Browsers that subscribed before have none until their person uses them again.
alter table push_subscriptions add column session_id uuid references sessions (id) on delete cascade;
create index push_subscriptions_of_session on push_subscriptions (session_id) where session_id is not null;
