-- Where staff gave no reason, the author of what was hidden read that of the reporter.
update course_questions q set hidden_reason = 'Melanggar aturan diskusi'
from reports r
where r.question_id = q.id and q.hidden_at is not null and q.hidden_reason = r.reason;
update course_answers a set hidden_reason = 'Melanggar aturan diskusi'
from reports r
where r.answer_id = a.id and a.hidden_at is not null and a.hidden_reason = r.reason;
update reviews v set hidden_reason = 'Melanggar aturan ulasan'
from reports r
where r.review_id = v.id and v.hidden_at is not null and v.hidden_reason = r.reason;
