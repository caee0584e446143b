-- Who earns with a course, and which percent of what is left of a sale after fee and tax; none: its instructor the percent of the site.
create table course_instructors (
  course_id uuid not null references courses (id) on delete cascade,
  user_id uuid not null references users (id),
  position smallint not null,
  share_percent smallint not null check (share_percent between 1 and 100),
  primary key (course_id, user_id)
);
create index course_instructors_of_user on course_instructors (user_id);

-- The shares of a line as they were when its transaction was opened.
create table line_shares (
  line_id uuid not null references transaction_lines (id),
  instructor_id uuid not null references users (id),
  position smallint not null,
  share_percent smallint not null check (share_percent between 1 and 100),
  primary key (line_id, instructor_id)
);
create index line_shares_of_instructor on line_shares (instructor_id);

create function shares_within_whole() returns trigger language plpgsql as $$
begin
  if (select sum(share_percent) from course_instructors where course_id = new.course_id) > 100 then
    raise exception 'the shares of course % are more than the whole', new.course_id using errcode = 'check_violation', constraint = 'shares_within_whole';
  end if;
  return null;
end
$$;
create constraint trigger shares_within_whole after insert or update on course_instructors
  deferrable initially deferred for each row execute function shares_within_whole();
