-- The date of a finish that a student undid by uncompleting a lesson: the finish is back once all that it was based on is completed again.
alter table enrollments add column undone_finish_at timestamptz;
