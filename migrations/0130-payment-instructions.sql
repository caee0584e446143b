-- How a pending transaction is paid later: method, account number or QR text, and deadline, as the provider reports them.
alter table transactions add column payment_instructions jsonb;
