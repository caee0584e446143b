-- Meetings of cohorts that the version before cancelled went on as planned. What has begun or is over by now stays as it was.
update meetings set cancelled_at = groups.cancelled_at, sequence = meetings.sequence + 1
  from groups where groups.id = meetings.group_id and groups.cancelled_at is not null
    and meetings.cancelled_at is null and meetings.starts_at > greatest(groups.cancelled_at, now());
