-- What a notification tells of (a question, an answer, a review, a lesson, a broadcast): with its author's text, it is changed and taken back everywhere,
-- also where it waits to be sent. No foreign key: subjects are of several tables.
alter table notifications
  add column subject_id uuid,
  -- Staff hid what it tells of: until they show that again, it is in no list.
  add column hidden_at timestamptz;
alter table digest_entries add column subject_id uuid;
alter table push_messages add column subject_id uuid;
alter table whatsapp_messages add column subject_id uuid;
alter table mails add column subject_id uuid;
