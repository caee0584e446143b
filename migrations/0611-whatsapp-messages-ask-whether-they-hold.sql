-- What a waiting message of a kind that can be over tells of, to ask before it is sent whether that still holds.
alter table whatsapp_messages add column data jsonb;
