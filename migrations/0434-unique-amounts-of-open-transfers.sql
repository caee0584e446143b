-- outside a transaction
create unique index concurrently one_open_transfer_amount on transactions (amount_idr) where method <> 'card' and state in ('created', 'pending', 'review');
