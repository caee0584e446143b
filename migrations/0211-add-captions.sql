-- Captions of a video lesson, one text a language.
create table content_captions (
  content_id uuid not null references contents (id) on delete cascade,
  lang text not null check (lang ~ '^[a-z]{2,3}(-[A-Z]{2})?$'),
  -- WebVTT as the product writes it: plain text, no settings.
  vtt text not null,
  updated_at timestamptz not null,
  primary key (content_id, lang)
);
