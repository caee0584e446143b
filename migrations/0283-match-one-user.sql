-- True when this user matches a pattern of "like", as in the index users_search. For enrolments that have no text of their own yet. A function, because the planner
-- expects a subquery to be needed for every enrolment, and compiles or hashes what is hardly ever run.
create function user_matches(wanted uuid, pattern text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from users where id = wanted and deleted_at is null and lower(name) || ' ' || email like pattern);
end
$$;
