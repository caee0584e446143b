-- Sales: a lower price for a time, of one course, of a category or of all courses.

create table scheduled_sales (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('percent', 'fixed-price')),
  -- Percent 1 to 99, or rupiah: a sale gives nothing away.
  value integer not null check (case kind when 'percent' then value between 1 and 99 else value between 10000 and 999999999 end),
  -- At most one of the two; null: all courses.
  category_id uuid references categories (id) on delete cascade,
  course_id uuid references courses (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (category_id is null or course_id is null)
);
create index scheduled_sales_by_end on scheduled_sales (ends_at desc, id desc);
create index scheduled_sales_of_category on scheduled_sales (category_id) where category_id is not null;
create index scheduled_sales_of_course on scheduled_sales (course_id) where course_id is not null;

-- Bought at the price of a sale: an open checkout keeps it after the sale.
alter table transaction_lines add column in_sale boolean not null default false;
