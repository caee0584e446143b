-- The number of transactions with a course of an instructor, also as a part of a bundle or a cart, whose item is none of the courses. Of several lines of one
-- instructor the first one counts, by its course: the sum over the courses of an instructor has each transaction once. Lines are never deleted.
create function count_transaction_of_instructor() returns trigger language plpgsql as $$
begin
  insert into figure_changes
  select 'instructor-transactions', new.item_id, jakarta_day(t.created_at), 1 from transactions t
  where t.id = new.transaction_id and not exists (
    select from transaction_lines l where l.transaction_id = new.transaction_id and l.instructor_id = new.instructor_id and l.position < new.position
  );
  return null;
end
$$;
create trigger count_transaction_of_instructor after insert on transaction_lines for each row
  when (new.instructor_id is not null) execute function count_transaction_of_instructor();
