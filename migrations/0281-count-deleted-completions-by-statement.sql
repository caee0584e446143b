-- Deleting a lesson deletes the completions of all its students. Their figures are now written as one row a day instead of one for each completion.
create function count_deleted_completions() returns trigger language plpgsql as $$
begin
  insert into figure_changes
  select 'completions', course_id, jakarta_day(completed_at), -count(*) from deleted_completions group by course_id, jakarta_day(completed_at);
  return null;
end
$$;

drop trigger count_completion on completions;
create trigger count_completion after insert or update of completed_at on completions for each row execute function count_completion();
create trigger count_deleted_completions after delete on completions referencing old table as deleted_completions for each statement execute function count_deleted_completions();
