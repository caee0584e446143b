-- Who holds seats of a cohort with an open order, as groups read it; written by the checkout.
create view seat_holders as
  select h.group_id, t.student_id as user_id
  from held_seats h join transaction_lines l on l.id = h.line_id join transactions t on t.id = l.transaction_id;
