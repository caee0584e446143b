-- The number of an invoice grows beyond six digits after the millionth sale of a month.
alter table invoices drop constraint invoices_number_check;
alter table invoices add constraint invoices_number_check check (number ~ '^INV/[0-9]{4}/[0-9]{2}/[0-9]{6,}$') not valid;
