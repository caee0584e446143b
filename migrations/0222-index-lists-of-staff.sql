-- Each filter and order of the long lists of staff reads an index from where the page starts.
create index transactions_state on transactions (state, created_at desc, id desc);
create index transactions_kind on transactions (kind, created_at desc, id desc);
create index transactions_amount on transactions (amount_idr, id);
create index users_staff on users (role, created_at desc, id desc) where deleted_at is null and role <> 'student';
create index users_disabled on users (created_at desc, id desc) where deleted_at is null and disabled_at is not null;
create index mails_state on mails (state, created_at desc, id desc);
create index mails_text on mails using gin (to_email gin_trgm_ops, subject gin_trgm_ops);
create index certificates_text on certificates using gin (name gin_trgm_ops, course_title gin_trgm_ops);
create index certificates_revoked on certificates (issued_at desc, id desc) where revoked_at is not null;
