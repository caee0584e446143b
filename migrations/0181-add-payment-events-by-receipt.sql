-- The system page shows when the provider notified last.
create index payment_events_by_receipt on payment_events (received_at desc);
