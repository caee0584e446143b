-- The provider's fee that the buyer paid on top of the price, when the provider is set to charge it to the buyer.
alter table transactions add column buyer_fee_idr integer not null default 0 check (buyer_fee_idr >= 0);
