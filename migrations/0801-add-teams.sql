-- Teams: who bought seats manages a group of its own; who takes a seat has the team on the right to study.
alter table groups
  -- Null: the manager's account was deleted while nobody could take over.
  add column manager_id uuid references users (id),
  add column bundle_id uuid references bundles (id) on delete set null,
  -- What was bought, by its title of then.
  add column sold_title text,
  add column npwp text check (npwp ~ '^[0-9]{15,16}$'),
  -- The current link; an earlier one leads nowhere.
  add column link_id uuid unique,
  drop constraint groups_seats_check,
  -- A team whose seats were all refunded has none.
  add constraint groups_seats_check check (seats between (case kind when 'team' then 0 else 1 end) and 100000),
  add constraint teams_have_seats check (kind <> 'team' or (seats is not null and sold_title is not null and link_id is not null));
create index groups_by_manager on groups (manager_id, created_at) where manager_id is not null;
create index groups_by_bundle on groups (bundle_id) where bundle_id is not null;

-- What a seat of a team gives the right to.
create table team_items (
  group_id uuid not null references groups (id) on delete cascade,
  kind text not null check (kind in ('course', 'ebook')),
  item_id uuid not null,
  position smallint not null,
  primary key (group_id, kind, item_id)
);

alter table enrollments
  -- The team whose seat gave the right to study.
  add column team_id uuid,
  -- Whether its manager sees the progress.
  add column shows_progress boolean not null default false;
alter table enrollments add constraint enrollments_team_id_fkey foreign key (team_id) references groups (id) on delete set null not valid;

-- What is bought for a team: a new one, or more seats. The team exists once its first order is paid.
create table team_orders (
  transaction_id uuid primary key references transactions (id) on delete cascade,
  group_id uuid references groups (id) on delete set null,
  seats integer not null check (seats between 1 and 500),
  name text not null check (char_length(name) between 1 and 80),
  npwp text check (npwp ~ '^[0-9]{15,16}$')
);
create index team_orders_by_group on team_orders (group_id) where group_id is not null;

alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check check (kind in ('course', 'ebook', 'bundle', 'cart', 'team')) not valid;
