-- Admins can hide a review. Hidden reviews are not shown and do not count in the rating of their course.

alter table reviews
  add column hidden_at timestamptz,
  add column hidden_reason text check (char_length(hidden_reason) between 3 and 500),
  add constraint reviews_hidden check ((hidden_at is null) = (hidden_reason is null));
-- The admins' list of all reviews, and of the hidden ones.
create index reviews_newest on reviews (updated_at desc, id desc);
create index reviews_hidden_newest on reviews (updated_at desc, id desc) where hidden_at is not null;
-- Their search by words.
create index reviews_text on reviews using gin (lower(body) gin_trgm_ops);
