-- A search document also holds the stems of its words, and the stem of "digital" is "gital": asked for what begins with "git", it would answer.
-- Beginnings of words are therefore looked for among the words as they are written.
create function written_words(body text, weight "char") returns tsvector language sql immutable as $$
  select setweight(to_tsvector('simple', regexp_replace(body, '[!-/:-@\[-`{-~]+', ' ', 'g')), weight)
$$;

alter table ebooks add column words tsvector not null generated always as (
  written_words(title, 'A') || written_words(author, 'B') || written_words(left(description, 5000), 'C') || written_words(left(outline_text, 20000), 'D')
) stored;
create index ebooks_words on ebooks using gin (words);

alter table tips add column words tsvector not null generated always as (
  written_words(title, 'A') || written_words(tags::text, 'B') || written_words(summary, 'C') || written_words(left(regexp_replace(body_html, '<[^>]*>', ' ', 'g'), 50000), 'D')
) stored;
create index tips_words on tips using gin (words);
