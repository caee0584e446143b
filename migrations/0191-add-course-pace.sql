-- How lessons open to students: all at once, one after the other, or a chapter at a time some days after enrolment.
alter table courses add column pace text not null default 'free' check (pace in ('free', 'sequence', 'drip'));
-- With the pace `drip`: days from enrolment until the chapter opens.
alter table course_sections add column drip_days smallint not null default 0 check (drip_days between 0 and 365);
