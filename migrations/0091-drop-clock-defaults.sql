-- Every time comes from the application's clock. A column that filled itself showed the database's own time,
-- which tests cannot set and which differs from the application's when the two machines' clocks do.

alter table settings alter column updated_at drop default;
alter table courses alter column created_at drop default, alter column updated_at drop default;
alter table contents alter column created_at drop default, alter column updated_at drop default;
alter table promo_codes alter column created_at drop default;
-- users.updated_at was filled once and never written or read again.
alter table users alter column created_at drop default, drop column updated_at;
