-- What was ordered before, without what the trigger has counted meanwhile. In a file of its own, so that nobody who orders waits for it.
insert into figure_changes
select 'instructor-transactions', subject, day, sum(value)
from (
  select l.item_id as subject, jakarta_day(t.created_at) as day, 1 as value
  from (select distinct on (transaction_id, instructor_id) transaction_id, item_id from transaction_lines where instructor_id is not null order by transaction_id, instructor_id, position) as l
  join transactions t on t.id = l.transaction_id
  union all select subject, day, -value from daily_figures where kind = 'instructor-transactions' and subject <> '00000000-0000-0000-0000-000000000000'
  union all select subject, day, -value from figure_changes where kind = 'instructor-transactions'
) as compared
group by subject, day having sum(value) <> 0;
