-- A request also ends without a decision: when all of the money went back in another way, and when the gift was claimed.
alter table refund_requests drop constraint refund_requests_check1;
alter table refund_requests add constraint refund_requests_decided
  check ((decided_at is null) = (sentence is null) and (decided_at is not null or decided_by is null)) not valid;
alter table refund_requests validate constraint refund_requests_decided;
