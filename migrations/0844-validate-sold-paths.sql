alter table transactions validate constraint transactions_kind_check;
alter table cart_items validate constraint cart_items_kind_check;
alter table wishes validate constraint wishes_kind_check;
alter table transaction_lines validate constraint transaction_lines_path_id_fkey;
drop index transaction_lines_search;
alter table certificates validate constraint certificates_path_id_fkey;
alter table certificates validate constraint certificates_of_one;
