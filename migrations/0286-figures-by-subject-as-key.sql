-- The index of 0285 replaces that of the old key, of which each row had to be read.
alter table daily_figures drop constraint daily_figures_pkey, add constraint daily_figures_pkey primary key using index daily_figures_by_subject;
