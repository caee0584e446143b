-- What buyers ask to get back; staff decide.
create table refund_requests (
  id uuid primary key,
  transaction_id uuid not null references transactions (id),
  student_id uuid not null references users (id),
  reason text not null,
  state text not null check (state in ('open', 'approved', 'refused')),
  -- What staff wrote to the buyer.
  sentence text,
  decided_by uuid references users (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (sentence is null))
);
create unique index one_open_refund_request on refund_requests (transaction_id) where state = 'open';
create index refund_requests_newest on refund_requests (created_at desc, id desc);
create index refund_requests_state on refund_requests (state, created_at desc, id desc);
create index refund_requests_of_student on refund_requests (student_id);
create index refund_requests_of_decider on refund_requests (decided_by) where decided_by is not null;
