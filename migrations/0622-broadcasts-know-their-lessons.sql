-- The lessons that a notification of new lessons tells of together, in this order: one that is taken back is taken out. Not in its data, which
-- is copied to every student.
alter table broadcasts add column lesson_ids uuid[] not null default '{}';
