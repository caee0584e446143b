-- Each process has an index of the words of all published courses, and reads again what changed since it last looked. This table says by which
-- transaction each course was last changed; the row of a deleted course stays, because its absence could not be noticed.
create table course_search_changes (
  course_id uuid primary key,
  changed_in xid8 not null
);
create index course_search_changes_changed_in on course_search_changes (changed_in);

create function note_course_search_change(changed uuid) returns void language sql as $$
  insert into course_search_changes (course_id, changed_in) values (changed, pg_current_xact_id())
  on conflict (course_id) do update set changed_in = excluded.changed_in;
$$;

create function course_search_changed() returns trigger language plpgsql as $$
begin
  perform note_course_search_change(coalesce(new.course_id, old.course_id));
  return null;
end
$$;
create trigger course_search_changes_of_text after insert or delete or update of document, names on course_search
  for each row execute function course_search_changed();

-- What a search reads of a course besides its words.
create function searched_course_changed() returns trigger language plpgsql as $$
begin
  perform note_course_search_change(new.id);
  return null;
end
$$;
create trigger course_search_changes_of_course after update of status, level, price_idr, discount_percent on courses
  for each row when ((old.status, old.level, old.price_idr, old.discount_percent) is distinct from (new.status, new.level, new.price_idr, new.discount_percent))
  execute function searched_course_changed();

insert into course_search_changes (course_id, changed_in) select course_id, pg_current_xact_id() from course_search;
