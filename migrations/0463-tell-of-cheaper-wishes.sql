-- The lowest price of a wish that its owner was told of; null: none, or it was dearer again since.
alter table wishes add column told_idr integer;

-- The last day (WIB) on which somebody was told of a wish that got cheaper: at most one a day.
create table wish_notices (
  user_id uuid primary key references users (id),
  told_on date not null
);
