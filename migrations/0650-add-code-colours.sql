-- Which parts of a piece of code have which colour, by the digest of its language and text: without the text itself.
create table code_colours (
  digest text primary key,
  runs text not null,
  made_at timestamptz not null
);
create index code_colours_by_age on code_colours (made_at);
