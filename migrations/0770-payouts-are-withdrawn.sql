-- A payout can be taken back by who asked for it while it waits. It has no reference: nobody sent anything.
alter table payouts drop constraint payouts_state_check;
alter table payouts add constraint payouts_state_check check (state in ('requested', 'batched', 'sent', 'failed', 'withdrawn')) not valid;
