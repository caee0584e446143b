-- New orders have a number that can be read out; the old ones stay. Of each form all have one length: the provider signs fields without separators.
alter table transactions drop constraint transactions_order_id_check;
alter table transactions add constraint transactions_order_id_check
  check (order_id ~ '^(KLS-[0-9A-HJKMNP-TV-Z]{26}|KL-[2346789CDFGHJKMNPQRTVWXY]{5}-[2346789CDFGHJKMNPQRTVWXY]{5})$') not valid;
