-- A refund may give back a part of one line, and a buyer may ask for some lines of an order only.
-- The version before writes neither column: null means the whole line, and the whole order.
alter table refund_tasks add column lines_refunded_idr integer[];
alter table refund_requests add column line_ids uuid[];
