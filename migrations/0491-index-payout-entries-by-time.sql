-- outside a transaction
create index concurrently payout_entries_of_month on payout_entries (instructor_id, booked_at);
