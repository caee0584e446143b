-- What each column of a CSV holds, as a person chose it, by the digest of the person, the reader and the names of the columns.
create table column_choices (
  digest text primary key,
  roles text[] not null check (cardinality(roles) between 1 and 500),
  chosen_at timestamptz not null
);
create index column_choices_by_age on column_choices (chosen_at);
