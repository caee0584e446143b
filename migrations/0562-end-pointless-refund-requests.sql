-- Those whose money went back in another way, or whose gift was claimed, before such requests ended by themselves.
update refund_requests r set state = 'approved', sentence = 'Dananya sudah dikembalikan.', decided_at = now()
from transactions t
where t.id = r.transaction_id and r.state = 'open' and t.refunded_amount_idr = t.amount_idr;
update refund_requests r
set state = 'refused', sentence = 'Hadiahnya sudah diterima, jadi dananya tidak bisa dikembalikan lagi.', decided_at = now()
from gifts g
where g.transaction_id = r.transaction_id and r.state = 'open' and g.claimed_at is not null;
