-- Where students stop in a course. opened: students by the day on which they had the lesson open last. finished: students by the day on which they completed
-- it. Both by lesson, from rows that exist for the student's own progress.

-- Null on rows of the version before: `noted_at` is their last opening. A lesson that was opened and has no position has the first moment as `noted_at`.
alter table lesson_positions add column opened_at timestamptz;

-- A position is noted while the lesson is open, also by the version before.
create function keep_opened_at() returns trigger language plpgsql as $$
begin
  new.opened_at := greatest(new.opened_at, new.noted_at);
  return new;
end
$$;
create trigger keep_opened_at before insert or update on lesson_positions for each row execute function keep_opened_at();

create function count_opened_lessons() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes select 'opened', content_id, jakarta_day(opened_at), count(*) from changed group by 2, 3;
  else
    insert into figure_changes select 'opened', content_id, jakarta_day(coalesce(opened_at, noted_at)), -count(*) from changed group by 2, 3;
  end if;
  return null;
end
$$;
create trigger count_opened_lessons after insert on lesson_positions referencing new table as changed for each statement execute function count_opened_lessons();
create trigger count_removed_openings after delete on lesson_positions referencing old table as changed for each statement execute function count_opened_lessons();

create function count_opened_again() returns trigger language plpgsql as $$
begin
  insert into figure_changes values
    ('opened', old.content_id, jakarta_day(coalesce(old.opened_at, old.noted_at)), -1),
    ('opened', new.content_id, jakarta_day(new.opened_at), 1);
  return null;
end
$$;
create trigger count_opened_again after update on lesson_positions for each row
  when (jakarta_day(coalesce(old.opened_at, old.noted_at)) <> jakarta_day(new.opened_at))
  execute function count_opened_again();

-- Who completes a lesson has it open, also offline, by a result or in an import.
create function count_finished_lessons() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes select 'finished', content_id, jakarta_day(completed_at), count(*) from changed group by 2, 3;
    insert into lesson_positions (user_id, course_id, content_id, reached, noted_at, opened_at)
    select user_id, course_id, content_id, 0, 'epoch', completed_at from changed order by user_id, content_id
    on conflict (user_id, content_id) do update set opened_at = excluded.opened_at
    where coalesce(lesson_positions.opened_at, lesson_positions.noted_at) < excluded.opened_at;
  else
    insert into figure_changes select 'finished', content_id, jakarta_day(completed_at), -count(*) from changed group by 2, 3;
  end if;
  return null;
end
$$;
create trigger count_finished_lessons after insert on completions referencing new table as changed for each statement execute function count_finished_lessons();
create trigger count_unfinished_lessons after delete on completions referencing old table as changed for each statement execute function count_finished_lessons();

create function count_finished_again() returns trigger language plpgsql as $$
begin
  insert into figure_changes values
    ('finished', old.content_id, jakarta_day(old.completed_at), -1),
    ('finished', new.content_id, jakarta_day(new.completed_at), 1);
  return null;
end
$$;
create trigger count_finished_again after update of completed_at on completions for each row execute function count_finished_again();

-- questions: those of students about a lesson that can be read, by the day on which they were asked.
create function count_question() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.content_id is not null and not old.by_staff and old.deleted_at is null and old.hidden_at is null then
    insert into figure_changes values ('questions', old.content_id, jakarta_day(old.created_at), -1);
  end if;
  if tg_op <> 'DELETE' and new.content_id is not null and not new.by_staff and new.deleted_at is null and new.hidden_at is null then
    insert into figure_changes values ('questions', new.content_id, jakarta_day(new.created_at), 1);
  end if;
  return null;
end
$$;
create trigger count_question after insert or update of content_id, by_staff, deleted_at, hidden_at or delete on course_questions for each row execute function count_question();

-- checkouts: orders with an item, by the day of the order. Lines are never deleted.
create function count_checkout() returns trigger language plpgsql as $$
begin
  insert into figure_changes select 'checkouts', new.item_id, jakarta_day(created_at), 1 from transactions where id = new.transaction_id;
  return null;
end
$$;
create trigger count_checkout after insert on transaction_lines for each row execute function count_checkout();
