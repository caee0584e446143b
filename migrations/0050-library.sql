-- E-books (modules, topics, sections), who may read them and how far they are; tips.

create table ebooks (
  id uuid primary key,
  -- Archived: no longer sold or listed, still read by whoever owns it.
  status text not null check (status in ('draft', 'published', 'archived')),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 5000),
  author text not null default '' check (char_length(author) <= 100),
  -- Null: a generated cover.
  thumbnail text check (thumbnail ~ '^/uploads/[A-Za-z0-9._-]+$'),
  -- Nothing to pay, or at least what a card can be charged.
  price_idr integer not null default 0 check (price_idr = 0 or price_idr between 10000 and 999999999),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  -- Titles of modules and topics and headings of sections, for search; written with each change of the outline.
  outline_text text not null default '',
  document tsvector not null generated always as (
    search_vector(title, 'A') || search_vector(author, 'B') || search_vector(left(description, 5000), 'C') || search_vector(left(outline_text, 20000), 'D')
  ) stored,
  check (status <> 'published' or published_at is not null)
);
create index ebooks_published on ebooks (published_at desc) where status = 'published';
create index ebooks_document on ebooks using gin (document);

create table ebook_modules (
  id uuid primary key,
  ebook_id uuid not null references ebooks (id) on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  -- Deferred, so that a reorder may pass through equal positions.
  constraint ebook_modules_position_key unique (ebook_id, position) deferrable initially deferred
);

create table ebook_topics (
  id uuid primary key,
  module_id uuid not null references ebook_modules (id) on delete cascade,
  position integer not null check (position >= 0),
  title text not null check (char_length(title) between 1 and 200),
  constraint ebook_topics_position_key unique (module_id, position) deferrable initially deferred
);

create table ebook_sections (
  id uuid primary key,
  topic_id uuid not null references ebook_topics (id) on delete cascade,
  position integer not null check (position >= 0),
  heading text not null check (char_length(heading) between 1 and 200),
  -- Cleaned when it was written.
  body_html text not null default '',
  image text check (image ~ '^/uploads/[A-Za-z0-9._-]+$'),
  reading_minutes smallint not null default 1 check (reading_minutes >= 1),
  version integer not null default 1,
  updated_at timestamptz not null,
  constraint ebook_sections_position_key unique (topic_id, position) deferrable initially deferred
);

create table ebook_section_images (
  id uuid primary key,
  section_id uuid not null references ebook_sections (id) on delete cascade,
  position integer not null check (position >= 0),
  image text not null check (image ~ '^/uploads/[A-Za-z0-9._-]+$'),
  caption text not null default '' check (char_length(caption) <= 300),
  constraint ebook_section_images_position_key unique (section_id, position) deferrable initially deferred
);

create table ebook_grants (
  user_id uuid not null references users (id) on delete cascade,
  ebook_id uuid not null references ebooks (id),
  -- What granted it, in the words of whoever did; the library never reads it.
  source_ref text not null,
  granted_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, ebook_id)
);
create index ebook_grants_ebook on ebook_grants (ebook_id);
create unique index ebook_grants_source_transaction on ebook_grants (source_ref) where source_ref like 'transaction:%';

-- One row a reader and e-book: where they are. What they finished and marked stands below and only ever grows together.
create table ebook_readings (
  user_id uuid not null references users (id) on delete cascade,
  ebook_id uuid not null references ebooks (id) on delete cascade,
  section_id uuid references ebook_sections (id) on delete set null,
  -- How far down that section, in percent.
  percent smallint not null default 0 check (percent between 0 and 100),
  -- When the reader was there, by the reader's clock, never in the future.
  position_at timestamptz,
  last_read_at timestamptz not null,
  primary key (user_id, ebook_id)
);

create table ebook_completions (
  user_id uuid not null,
  ebook_id uuid not null,
  section_id uuid not null references ebook_sections (id) on delete cascade,
  completed_at timestamptz not null,
  primary key (user_id, section_id),
  foreign key (user_id, ebook_id) references ebook_readings (user_id, ebook_id) on delete cascade
);
create index ebook_completions_ebook on ebook_completions (user_id, ebook_id);

-- Bookmarks and highlights. A deleted one stays as a tombstone, so that another device does not bring it back.
create table ebook_marks (
  user_id uuid not null,
  ebook_id uuid not null,
  id uuid not null,
  section_id uuid not null references ebook_sections (id) on delete cascade,
  kind text not null check (kind in ('bookmark', 'highlight')),
  -- Characters of the section's plain text; a bookmark marks a place, a highlight a stretch.
  start_at integer not null check (start_at >= 0),
  end_at integer not null check (end_at >= start_at),
  quote text not null default '' check (char_length(quote) <= 500),
  note text not null default '' check (char_length(note) <= 2000),
  changed_at timestamptz not null,
  deleted boolean not null default false,
  primary key (user_id, ebook_id, id),
  foreign key (user_id, ebook_id) references ebook_readings (user_id, ebook_id) on delete cascade
);

create table tips (
  id uuid primary key,
  status text not null check (status in ('draft', 'published')),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  title text not null check (char_length(title) between 1 and 200),
  summary text not null default '' check (char_length(summary) <= 300),
  body_html text not null default '',
  author text not null default '' check (char_length(author) <= 100),
  thumbnail text check (thumbnail ~ '^/uploads/[A-Za-z0-9._-]+$'),
  tags jsonb not null default '[]' check (jsonb_typeof(tags) = 'array'),
  reading_minutes smallint not null default 1 check (reading_minutes >= 1),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  document tsvector not null generated always as (
    search_vector(title, 'A') || search_vector(tags::text, 'B') || search_vector(summary, 'C') || search_vector(left(regexp_replace(body_html, '<[^>]*>', ' ', 'g'), 50000), 'D')
  ) stored,
  check (status <> 'published' or published_at is not null)
);
create index tips_published on tips (published_at desc) where status = 'published';
create index tips_document on tips using gin (document);
create index tips_tags on tips using gin (tags);
