-- What is bought is a course or an e-book.

alter table transactions drop constraint transactions_course_id_fkey;
alter table transactions rename column course_id to item_id;
alter table transactions add column kind text not null default 'course' check (kind in ('course', 'ebook'));
alter table transactions alter column kind drop default;
-- A course that was bought cannot be deleted.
alter table transactions add column course_id uuid generated always as (case when kind = 'course' then item_id end) stored references courses (id);

drop index one_open_transaction;
create unique index one_open_transaction on transactions (student_id, kind, item_id) where state in ('created', 'pending', 'review');

-- E-books belong to another module, which may come later: their id is kept without asking it.
alter table promo_codes add column ebook_id uuid;
alter table promo_codes add constraint promo_codes_one_scope check (num_nonnulls(category_id, course_id, ebook_id) <= 1);
