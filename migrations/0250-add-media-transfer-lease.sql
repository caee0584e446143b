-- Until then a process sends this file to the bucket, or waits after a failure.
alter table media_files add column transfer_until timestamptz;
