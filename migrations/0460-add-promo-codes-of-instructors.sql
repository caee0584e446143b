-- Promo codes that an instructor made, for one course of their own; null: of the site.
alter table promo_codes add column instructor_id uuid references users (id);
alter table promo_codes add constraint promo_codes_of_instructors check (instructor_id is null or (course_id is not null and kind = 'percent')) not valid;
create index promo_codes_of_instructor on promo_codes (instructor_id, ends_at desc, id desc) where instructor_id is not null;
