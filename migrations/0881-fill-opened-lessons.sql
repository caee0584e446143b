-- What was there before, without what the triggers have counted meanwhile. In a file of its own, so that nobody who studies waits for it.
insert into figure_changes
select kind, subject, day, sum(value)
from (
  select 'opened' as kind, content_id as subject, jakarta_day(coalesce(opened_at, noted_at)) as day, count(*) as value from lesson_positions group by 2, 3
  union all select 'finished', content_id, jakarta_day(completed_at), count(*) from completions group by 2, 3
  union all select 'questions', content_id, jakarta_day(created_at), count(*) from course_questions
    where content_id is not null and not by_staff and deleted_at is null and hidden_at is null group by 2, 3
  union all select 'checkouts', l.item_id, jakarta_day(t.created_at), count(*) from transaction_lines l join transactions t on t.id = l.transaction_id group by 2, 3
  union all select kind, subject, day, -value from daily_figures
    where kind in ('opened', 'finished', 'questions', 'checkouts') and subject <> '00000000-0000-0000-0000-000000000000'
  union all select kind, subject, day, -value from figure_changes where kind in ('opened', 'finished', 'questions', 'checkouts')
) as compared
group by kind, subject, day having sum(value) <> 0;
