-- What running solution and start of an exercise found in its teacher's browser; null for what was saved since, and for what nobody ran.
alter table exercises add column solution_passes boolean;
alter table exercises add column start_fails boolean;
alter table exercises add constraint exercises_check_whole check ((solution_passes is null) = (start_fails is null));
