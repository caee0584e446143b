-- Which categories stand in the Kelas menu; until now eleven names.
alter table categories add column in_menu boolean not null default false;
update categories set in_menu = true
where name in ('Web Development', 'UI-UX Design', 'Graphic Design', 'Mobile Development', 'HTML & CSS', 'JavaScript', 'PHP', 'Figma', 'Laravel', 'React Native', 'React JS');
