-- Secrets that were replaced before the one in previous_secret, and are still valid: [{ "secret": …, "until": … }]. Who changes a secret twice
-- within a day, such as after a lost response, keeps every one for its day.
alter table webhook_endpoints add column older_secrets jsonb not null default '[]';
