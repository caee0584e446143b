-- An order, its invoice and its mails name the bundle that a line was bought with, as it was called then.
alter table transaction_lines add column bundle_title text;
