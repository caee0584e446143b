-- Figures per day and in all, so that pages of staff add up days instead of reading whole tables. Triggers write what changed to `figure_changes`, which
-- no two writers share a row of; a job adds it up. What is shown is the sum of both, so it is right at every moment.

create table daily_figures (
  kind text not null,
  -- A course or an instructor; ffffffff-… for none of them, 00000000-… for the sum of all.
  subject uuid not null,
  -- In western Indonesian time.
  day date not null,
  value bigint not null,
  primary key (kind, subject, day)
);
create index daily_figures_by_day on daily_figures (kind, day) include (subject, value);
create table total_figures (
  kind text not null,
  subject uuid not null,
  value bigint not null,
  primary key (kind, subject)
);
create table figure_changes (
  kind text not null,
  subject uuid not null,
  day date not null,
  value bigint not null
);
-- Where the check of the figures is: it continues after a restart, and a pass begins at most once a day.
create table figure_checks (
  source text primary key,
  -- The last key that was checked in this pass; null between two passes.
  checked_key text,
  pass_started_at timestamptz not null,
  pass_finished_at timestamptz,
  -- Figures that were wrong in this pass.
  repaired integer not null default 0
);

create function jakarta_day(moment timestamptz) returns date language sql immutable parallel safe as $$
  select ((moment at time zone 'UTC') + interval '7 hours')::date
$$;
create function no_subject() returns uuid language sql immutable parallel safe as $$ select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid $$;

-- enrollments: active ones by the day of the grant. studying: those of them that are not finished, by the day on which the course was opened last.
create function count_enrollment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.revoked_at is null then
    insert into figure_changes values ('enrollments', old.course_id, jakarta_day(old.granted_at), -1);
    if old.finished_at is null then
      insert into figure_changes values ('studying', old.course_id, jakarta_day(coalesce(old.last_accessed_at, old.granted_at)), -1);
    end if;
  end if;
  if tg_op <> 'DELETE' and new.revoked_at is null then
    insert into figure_changes values ('enrollments', new.course_id, jakarta_day(new.granted_at), 1);
    if new.finished_at is null then
      insert into figure_changes values ('studying', new.course_id, jakarta_day(coalesce(new.last_accessed_at, new.granted_at)), 1);
    end if;
  end if;
  return null;
end
$$;
create trigger count_new_or_deleted_enrollment after insert or delete on enrollments for each row execute function count_enrollment();
create trigger count_changed_enrollment after update on enrollments for each row
  when (
    (old.revoked_at is null) <> (new.revoked_at is null) or (old.finished_at is null) <> (new.finished_at is null) or old.granted_at <> new.granted_at
    or jakarta_day(coalesce(old.last_accessed_at, old.granted_at)) <> jakarta_day(coalesce(new.last_accessed_at, new.granted_at))
  )
  execute function count_enrollment();

create function count_completion() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes values ('completions', old.course_id, jakarta_day(old.completed_at), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes values ('completions', new.course_id, jakarta_day(new.completed_at), 1);
  end if;
  return null;
end
$$;
create trigger count_completion after insert or update of completed_at or delete on completions for each row execute function count_completion();

create function count_user() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into figure_changes select kind, no_subject(), jakarta_day(old.created_at), -1 from (values ('sign-ups'), ('students')) as of (kind)
    where kind = 'sign-ups' or old.role = 'student';
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into figure_changes select kind, no_subject(), jakarta_day(new.created_at), 1 from (values ('sign-ups'), ('students')) as of (kind)
    where kind = 'sign-ups' or new.role = 'student';
  end if;
  return null;
end
$$;
create trigger count_user after insert or update of role, deleted_at, created_at or delete on users for each row execute function count_user();

-- transactions: by the day of the order. sales: rupiah that were paid and not refunded, by the day of the payment.
create function count_transaction() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes values ('transactions', old.item_id, jakarta_day(old.created_at), -1);
    if old.paid_at is not null then
      insert into figure_changes values ('sales', old.item_id, jakarta_day(old.paid_at), old.refunded_amount_idr - old.amount_idr);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes values ('transactions', new.item_id, jakarta_day(new.created_at), 1);
    if new.paid_at is not null then
      insert into figure_changes values ('sales', new.item_id, jakarta_day(new.paid_at), new.amount_idr - new.refunded_amount_idr);
    end if;
  end if;
  return null;
end
$$;
create trigger count_new_or_deleted_transaction after insert or delete on transactions for each row execute function count_transaction();
create trigger count_changed_transaction after update on transactions for each row
  when (
    old.paid_at is distinct from new.paid_at or old.amount_idr <> new.amount_idr or old.refunded_amount_idr <> new.refunded_amount_idr
    or old.created_at <> new.created_at or old.item_id <> new.item_id
  )
  execute function count_transaction();

-- The instructor of the sale on every line, so that a statement reads one index. `instructor_id` is only on the line of the instructor's share.
alter table ledger_lines add column seller_id uuid references users (id);
alter table ledger_lines disable trigger user;
update ledger_lines set seller_id = transactions.instructor_id from transactions where transactions.id = ledger_lines.transaction_id and transactions.instructor_id is not null;
alter table ledger_lines enable trigger user;
-- Each entry has one line on the account `gross`.
create index ledger_entries_newest on ledger_lines (booked_at desc, entry_id desc) where account = 'gross';
create index ledger_entries_of_seller on ledger_lines (seller_id, booked_at desc, entry_id desc) where account = 'gross';

create function count_ledger_line() returns trigger language plpgsql as $$
begin
  insert into figure_changes values ('ledger.' || new.account, coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), new.amount_idr);
  if new.account = 'gross' and new.event = 'sale' then
    insert into figure_changes values ('ledger.sales', coalesce(new.seller_id, no_subject()), jakarta_day(new.booked_at), 1);
  end if;
  return null;
end
$$;
create trigger count_ledger_line after insert on ledger_lines for each row execute function count_ledger_line();

-- What the figures are of so far.
insert into daily_figures select 'enrollments', course_id, jakarta_day(granted_at), count(*) from enrollments where revoked_at is null group by 2, 3;
insert into daily_figures select 'studying', course_id, jakarta_day(coalesce(last_accessed_at, granted_at)), count(*) from enrollments where revoked_at is null and finished_at is null group by 2, 3;
insert into daily_figures select 'completions', course_id, jakarta_day(completed_at), count(*) from completions group by 2, 3;
insert into daily_figures select 'sign-ups', no_subject(), jakarta_day(created_at), count(*) from users where deleted_at is null group by 3;
insert into daily_figures select 'students', no_subject(), jakarta_day(created_at), count(*) from users where deleted_at is null and role = 'student' group by 3;
insert into daily_figures select 'transactions', item_id, jakarta_day(created_at), count(*) from transactions group by 2, 3;
insert into daily_figures select 'sales', item_id, jakarta_day(paid_at), sum(amount_idr - refunded_amount_idr) from transactions where paid_at is not null group by 2, 3;
insert into daily_figures select 'ledger.' || account, coalesce(seller_id, no_subject()), jakarta_day(booked_at), sum(amount_idr) from ledger_lines group by 1, 2, 3;
insert into daily_figures select 'ledger.sales', coalesce(seller_id, no_subject()), jakarta_day(booked_at), count(*) from ledger_lines where account = 'gross' and event = 'sale' group by 2, 3;
insert into daily_figures select kind, '00000000-0000-0000-0000-000000000000', day, sum(value) from daily_figures group by kind, day;
insert into total_figures select kind, subject, sum(value) from daily_figures group by kind, subject;

-- The check counts again by course or by day; the list of a course's students orders by progress.
create index completions_of_course on completions (course_id, user_id) include (completed_at);
create index enrollments_active on enrollments (course_id, user_id) where revoked_at is null;
create index transactions_paid on transactions (paid_at) where paid_at is not null;
create index transactions_of_course on transactions (course_id, created_at desc, id desc) where course_id is not null;
