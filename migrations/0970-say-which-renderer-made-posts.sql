-- Posts keep what was typed and the HTML that was made of it. 0: made by a version before this one.
alter table course_questions add column renderer integer not null default 0;
alter table course_answers add column renderer integer not null default 0;
alter table announcements add column renderer integer not null default 0;

-- While the version before still runs beside this one, it changes posts without saying so. A change by this version looks the same, and is
-- rendered once more. To be dropped with the next version.
create function post_was_changed() returns trigger language plpgsql as $$
begin
  if new.html is distinct from old.html and new.renderer = old.renderer then
    new.renderer := 0;
  end if;
  return new;
end
$$;
create trigger post_was_changed before update of html on course_questions for each row execute function post_was_changed();
create trigger post_was_changed before update of html on course_answers for each row execute function post_was_changed();
create trigger post_was_changed before update of html on announcements for each row execute function post_was_changed();
