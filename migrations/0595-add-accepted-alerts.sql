-- What an admin accepted when ending the review of a payment: the same mismatch is no obstacle to its refund or chargeback.
alter table transactions add column accepted_alert text;
