-- outside a transaction
create index concurrently transaction_lines_titles on transaction_lines
  using gin (lower(item_title || ' ' || coalesce(bundle_title, '')) gin_trgm_ops) where position > 0 or bundle_id is not null or path_id is not null
