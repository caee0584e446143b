-- A draft may have no price yet. Stored as 0 it looked free, and could be published for free by accident.

alter table courses alter column price_idr drop default, alter column price_idr drop not null;
alter table courses add constraint courses_published_price check (status <> 'published' or price_idr is not null);
-- Drafts with only a title: nothing was ever entered but the title.
update courses set price_idr = null where status = 'draft' and price_idr = 0 and description = '' and published_at is null;
