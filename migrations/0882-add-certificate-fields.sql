-- What the certificate of a course says beside its title: who signs it, lesson hours (JP), competences. A certificate keeps what it said when it was issued in
-- its signed document; `signatures` are the pictures in it, so that they are kept.
alter table courses add column certificate jsonb not null default '{"signers": [], "hours": null, "competences": []}';
alter table certificates add column signatures text[] not null default '{}';
