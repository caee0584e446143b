-- An e-book that somebody opened a checkout for, or that a promo code is for, is not deleted from under it.

alter table transactions add column ebook_id uuid generated always as (case when kind = 'ebook' then item_id end) stored references ebooks (id);
create index transactions_ebook on transactions (ebook_id) where ebook_id is not null;
alter table promo_codes add constraint promo_codes_ebook_id_fkey foreign key (ebook_id) references ebooks (id);

-- When a report that could not be settled is tried again; one that goes on failing stands in nobody's way.
alter table payment_events add column retry_at timestamptz;
