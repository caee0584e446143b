-- Orders whose buyers are reminded while they are not paid. A row ends with its last reminder.
create table checkout_reminders (
  transaction_id uuid primary key references transactions (id) on delete cascade,
  due_at timestamptz not null,
  sent smallint not null default 0
);
create index checkout_reminders_due on checkout_reminders (due_at);
