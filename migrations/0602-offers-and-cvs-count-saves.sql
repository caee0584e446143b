-- A save names the version that it started from, so that of two at once the later one does not undo the earlier unseen.
alter table bundles add column version integer not null default 1;
alter table promo_codes add column version integer not null default 1;
alter table scheduled_sales add column version integer not null default 1;
alter table resumes add column version integer not null default 1;
