
-- Who found a review helpful, and the version of the course that a review speaks of.

create table review_votes (
  user_id uuid not null references users (id),
  review_id uuid not null references reviews (id) on delete cascade,
  primary key (user_id, review_id)
);
create index review_votes_of_review on review_votes (review_id);

alter table reviews add column helpful_count integer not null default 0;
-- Null: written before versions were noted.
alter table reviews add column course_version integer;
