-- A path is bought like a bundle: one transaction, whose lines name it; `bundle_title` is the title of either.
alter table transactions drop constraint transactions_kind_check;
alter table transactions add constraint transactions_kind_check check (kind in ('course', 'ebook', 'bundle', 'path', 'cart', 'team')) not valid;
alter table cart_items drop constraint cart_items_kind_check;
alter table cart_items add constraint cart_items_kind_check check (kind in ('course', 'ebook', 'bundle', 'path')) not valid;
alter table wishes drop constraint wishes_kind_check;
alter table wishes add constraint wishes_kind_check check (kind in ('course', 'ebook', 'bundle', 'path')) not valid;
alter table transaction_lines add column path_id uuid;
alter table transaction_lines add constraint transaction_lines_path_id_fkey foreign key (path_id) references paths (id) not valid;

-- A certificate is of a course or of a path.
alter table certificates alter column course_id drop not null;
alter table certificates add column path_id uuid;
alter table certificates add constraint certificates_path_id_fkey foreign key (path_id) references paths (id) not valid;
alter table certificates add constraint certificates_of_one check ((course_id is null) <> (path_id is null)) not valid;
