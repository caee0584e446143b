-- When a student finished a course: lessons added later do not undo it, taking back a mark does.
alter table enrollments add column finished_at timestamptz;

-- The site's own keys (Ed25519). One signs; those before it only prove what they once signed, and have lost their private half.
create table certificate_keys (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16}$'),
  public_key bytea not null check (octet_length(public_key) = 32),
  private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  check ((retired_at is null) = (private_key is not null))
);
-- Whichever process makes the first key: there is one.
create unique index one_signing_key on certificate_keys ((true)) where retired_at is null;

create table certificates (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  course_id uuid not null references courses (id),
  -- As the learner confirmed it, and as the course stood when it was issued.
  name text not null check (char_length(name) between 1 and 100),
  course_title text not null,
  instructor_name text not null,
  -- The exact text that was signed (canonical JSON), and its signature.
  document text not null,
  signature bytea not null check (octet_length(signature) = 64),
  key_id text not null references certificate_keys (id),
  issued_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references users (id) on delete set null,
  revoke_reason text check (char_length(revoke_reason) between 1 and 500),
  check ((revoked_at is null) = (revoke_reason is null)),
  unique (user_id, course_id)
);
create index certificates_issued on certificates (issued_at desc, id desc);
create index certificates_course on certificates (course_id);
