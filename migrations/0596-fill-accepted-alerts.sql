-- The audit log knows what was accepted before the column was there.
update transactions t set accepted_alert = a.details ->> 'alert'
from audit_entries a
where a.action = 'transaction.accepted' and a.subject_kind = 'transaction' and a.subject_id = t.id::text
  and t.accepted_alert is null;
