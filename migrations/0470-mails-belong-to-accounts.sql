-- Mails are listed, exported and erased by their account, no longer by the address that they went to: who takes over an address does not get the mails of
-- who had it before. Those without an owner belong to the account that has the address now, if it existed when they were queued.
update mails set owner_id = users.id
from users
where mails.owner_id is null and users.email = mails.to_email and users.created_at <= mails.created_at;
