-- outside a transaction: figures of some subjects are read from the index alone; 0286 makes it the primary key.
create unique index concurrently daily_figures_by_subject on daily_figures (kind, subject, day) include (value);
