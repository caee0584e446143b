-- A link that the giver passes on themselves, beside the mailed one.
alter table gifts add column link_hash bytea;
