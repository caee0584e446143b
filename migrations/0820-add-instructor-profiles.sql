-- The page of an instructor: its address, former addresses, and links. Name, headline and bio are the account's.

create table instructor_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) between 3 and 60),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null
);
create index instructor_slugs_of_user on instructor_slugs (user_id);

create table instructor_profiles (
  user_id uuid primary key references users (id) on delete cascade,
  -- The address of today; all of them are in instructor_slugs.
  slug text not null unique references instructor_slugs (slug),
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  -- When an admin looked at the page; until then its links are text.
  checked_at timestamptz,
  updated_at timestamptz not null
);

-- Every member of staff has an address, whoever makes them one: it is made of their name, with a number where that is taken.
create function add_instructor_profile() returns trigger language plpgsql as $$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(
    translate(lower(new.name), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'), '[^a-z0-9]+', '-', 'g')), 50));
  candidate text;
  attempt integer := 1;
begin
  if exists (select from instructor_profiles where user_id = new.id) then
    return null;
  end if;
  if char_length(base) < 3 or base in ('admin', 'baru', 'kelas') then
    base := trim(both '-' from 'instruktur-' || base);
  end if;
  candidate := base;
  loop
    insert into instructor_slugs (slug, user_id, created_at) values (candidate, new.id, new.created_at) on conflict do nothing;
    exit when found;
    attempt := attempt + 1;
    -- After some namesakes a part of the id ends the search.
    candidate := base || '-' || case when attempt < 20 then attempt::text else left(md5(new.id::text || attempt), 6) end;
  end loop;
  insert into instructor_profiles (user_id, slug, updated_at) values (new.id, candidate, new.created_at);
  return null;
end $$;

create trigger staff_have_a_profile after insert or update of role on users
  for each row when (new.role in ('instructor', 'admin') and new.deleted_at is null) execute function add_instructor_profile();

-- The same for those who are there already.
update users set role = role where role in ('instructor', 'admin') and deleted_at is null;
