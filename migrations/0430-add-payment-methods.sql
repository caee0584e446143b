-- How a transaction is paid: at the online provider (card), or by hand with a bank transfer or a static QRIS picture.
alter table transactions add column method text not null default 'card';
alter table transactions add constraint transactions_method_check check (method in ('card', 'transfer', 'qris')) not valid;
