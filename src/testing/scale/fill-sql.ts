// SQL that fills a migrated PostgreSQL like a shop that has been running for two years. Every value follows from the seed and a number,
// so a fill that was interrupted continues with the same data.

/** The time up to which the data reaches. Sessions are valid at it, so clocks of measurements are set to it. */
export const filledUntil = '2026-11-21T03:00:00.000Z'
export const adminToken = 'kls_scale-admin'
export const instructorToken = 'kls_scale-instructor'
export const studentToken = (number: number): string => `kls_scale-student-${number}`

/** Kinds of ids: the second parameter of scale.id is the number. */
const kinds = {
  student: 1,
  staff: 2,
  category: 3,
  course: 4,
  lesson: 5,
  order: 6,
  unpaid: 7,
  line: 8,
  event: 9,
  review: 10,
  entry: 11,
  mail: 12,
  session: 13,
}

export const functions = (seed: number): string => `
create schema if not exists scale;
create table if not exists scale.steps (name text primary key);
create or replace function scale.id(kind integer, number bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(1700000000000 + number), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || substr(md5(kind || ':' || number), 1, 15))::uuid
$$;
create or replace function scale.chance(salt integer, number bigint) returns float8 language sql immutable parallel safe as $$
  select (hashint8extended(number, salt + ${seed} * 1000) & 1073741823)::float8 / 1073741824
$$;
-- More and more over time, and most of it in the evening of western Indonesia.
create or replace function scale.instant(salt integer, number bigint, since timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select least('${filledUntil}'::timestamptz - interval '1 minute', greatest(since + interval '5 minutes',
    to_timestamp(floor((extract(epoch from since) + extract(epoch from '${filledUntil}'::timestamptz - since) * sqrt(scale.chance(salt, number))) / 86400) * 86400)
      + (case when scale.chance(salt + 1, number) < 0.6 then 10 + scale.chance(salt + 2, number) * 5 else scale.chance(salt + 2, number) * 12 end) * interval '1 hour'))
$$;`

const words = `array['laravel','react','figma','logo','pemasaran','desain','python','data','excel','fotografi','menulis','video','android','flutter','golang','statistik','akuntansi','jaringan','keamanan','podcast']`
const syllables = `array['ba','cu','da','ga','ha','ja','ka','li','mi','na','nga','nya','pe','ra','sa','ta','tu','wa','yu','o']`
const coined = (salt: number, number: string): string =>
  Array.from(
    { length: 4 },
    (_, at) => `(${syllables})[1 + floor(20 * scale.chance(${salt + at}, ${number}))::int]`,
  ).join(' || ')

export const people = (from: number, to: number): string => `
insert into users (id, name, email, role, created_at)
select scale.id(${kinds.student}, n), (array['Sari','Budi','Wulan','Made','Ucok','Dewi','Agus','Rina'])[1 + n % 8] || ' ' || initcap(${coined(10, 'n')}), 'siswa' || n || '@contoh.id', 'student',
  scale.instant(20, n, '2024-11-01')
from generate_series(${from}, ${to}) as n;`

export const staff = (instructors: number): string => `
insert into users (id, name, email, role, created_at)
select scale.id(${kinds.staff}, n), case when n = 0 then 'Admin Ukur' else 'Pengajar ' || initcap(${coined(30, 'n')}) end, 'staf' || n || '@contoh.id', case when n = 0 then 'admin' else 'instructor' end, '2024-01-01'
from generate_series(0, ${instructors}) as n;
insert into categories (id, name, slug, group_name, position)
select scale.id(${kinds.category}, n), initcap((${words})[n]), (${words})[n], (array['programming','design','marketing'])[1 + n % 3], n from generate_series(1, 12) as n;`

export const courses = (from: number, to: number, instructors: number): string => `
insert into courses (id, status, title, tagline, description, learn, category_id, level, price_idr, discount_percent, instructor_id, published_at, created_at, updated_at)
select scale.id(${kinds.course}, n), case when n % 40 = 39 then 'draft' else 'published' end,
  initcap((${words})[1 + floor(20 * scale.chance(40, n))::int] || ' ' || ${coined(41, 'n')} || ' ' || (${words})[1 + floor(20 * scale.chance(46, n))::int]) || ' ' || n,
  'Belajar ' || ${coined(50, 'n')} || ' dan ' || ${coined(55, 'n')} || ' dari dasar', repeat('Kelas ' || ${coined(60, 'n')} || ' untuk pemula. ', 12), '["Satu hal", "Hal lain"]',
  scale.id(${kinds.category}, 1 + n % 12), (array['Pemula','Menengah','Lanjutan'])[1 + n % 3],
  case when scale.chance(65, n) < 0.3 then 0 else 49000 + 10000 * floor(40 * scale.chance(66, n))::int end, (array[0, 0, 10, 25])[1 + n % 4],
  -- The first instructors have most courses.
  scale.id(${kinds.staff}, 1 + floor(${instructors} * scale.chance(67, n) ^ 2)::bigint), timestamptz '2024-02-01' + n % 300 * interval '1 hour', '2024-02-01', '2024-02-01'
from generate_series(${from}, ${to}) as n;
insert into contents (id, course_id, position, title, type, youtube_id, body_html, reading_minutes, is_preview, created_at, updated_at)
select scale.id(${kinds.lesson}, n * 20 + k), scale.id(${kinds.course}, n), k, 'Materi ' || k || ' ' || ${coined(70, 'n * 20 + k')}, case when k % 5 < 3 then 'video' else 'text' end,
  case when k % 5 < 3 then 'DHjqpvDnNGE' end, case when k % 5 >= 3 then '<p>' || repeat('Isi materi. ', 150) || '</p>' end, case when k % 5 >= 3 then 4 end, k = 0, '2024-02-01', '2024-02-01'
from generate_series(${from}, ${to}) as n, generate_series(0, 4 + floor(8 * scale.chance(75, n))::int) as k;`

const triggered = [
  'enrollments',
  'completions',
  'transactions',
  'transaction_lines',
  'ledger_lines',
  'users',
  'reviews',
]
/** Triggers would take most of the time. The last steps compute what the triggers maintain, and the test checks it. */
export const withoutTriggers = (script: string): string =>
  [
    ...triggered.map((table) => `alter table ${table} disable trigger user;`),
    script,
    ...triggered.map((table) => `alter table ${table} enable trigger user;`),
  ].join('\n')

/** Tables that get the most rows. Keeping their indexes up to date costs a multiple of building them at the end, once they are larger than memory. */
const growing = [
  'transaction_lines',
  'sold_lines',
  'enrollments',
  'completions',
  'lesson_marks',
  'reviews',
  'transactions',
  'payment_events',
  'ledger_lines',
  'invoices',
]
export const dropIndexes = `
create table if not exists scale.indexes (name text primary key, definition text not null);
insert into scale.indexes
select indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
where not indisunique and indrelid in (${growing.map((table) => `'${table}'::regclass`).join(', ')});
do $$ declare dropped record; begin
  for dropped in select name from scale.indexes loop execute 'drop index ' || dropped.name; end loop;
end $$;`
export const createIndexes = `
set local maintenance_work_mem = '512MB';
do $$ declare dropped record; begin
  for dropped in select definition from scale.indexes loop execute dropped.definition; end loop;
end $$;`

/** About 22 courses of each student, two and a half lessons of each completed on average, with progress, purchases, invoices, ledger and reviews. */
export const studies = (from: number, to: number, courseCount: number): string => `
create temporary table picked on commit drop as
select p.*, c.price_idr, c.discount_percent, round(c.price_idr * (100 - c.discount_percent) / 100.0)::integer as amount, c.title, c.instructor_id,
  scale.instant(80, p.number, u.created_at) as granted_at, u.name as buyer, u.email, lessons.count as lessons,
  case when scale.chance(84, p.number) < 0.38 then 0 else least(lessons.count, floor(scale.chance(85, p.number) * (lessons.count + 1))::integer) end as done
from (
  select distinct on (n, course) n, course, n * 100000::bigint + course as number, scale.id(${kinds.student}, n) as user_id, scale.id(${kinds.course}, course) as course_id
  from generate_series(${from}, ${to}) as n, generate_series(1, 48) as k, lateral (select 1 + floor(${courseCount} * scale.chance(81, n * 50 + k) ^ 3)::bigint as course) as c
  where k <= 48 * scale.chance(82, n)
) as p
join users u on u.id = p.user_id
join courses c on c.id = p.course_id and c.status = 'published'
cross join lateral (select count(*)::integer from contents where contents.course_id = c.id) as lessons;
alter table picked add bought boolean, add refunded boolean;
update picked set bought = amount > 0 and scale.chance(86, number) < 0.32;
update picked set refunded = bought and scale.chance(87, number) < 0.02;
analyze picked;

insert into enrollments (user_id, course_id, student_name, student_search, completed_lessons, source_ref, granted_at, revoked_at, last_accessed_at, finished_at)
select user_id, course_id, lower(buyer), lower(buyer) || ' ' || email, done, case when bought then 'transaction:' || scale.id(${kinds.order}, number) when amount = 0 then 'free' else 'staff:' || scale.id(${kinds.order}, number) end, granted_at,
  case when refunded then granted_at + interval '1 second' end,
  case when scale.chance(88, number) < 0.85 then granted_at + scale.chance(89, number) * ('${filledUntil}'::timestamptz - granted_at) end,
  case when done = lessons then '${filledUntil}'::timestamptz - interval '1 second' end
from picked;
insert into completions (user_id, course_id, content_id, completed_at)
select user_id, course_id, scale.id(${kinds.lesson}, course * 20 + k), least('${filledUntil}'::timestamptz - interval '1 second', granted_at + k * interval '20 hours')
from picked, generate_series(0, done - 1) as k;
insert into lesson_marks (user_id, course_id, content_id, completed, marked_at)
select user_id, course_id, scale.id(${kinds.lesson}, course * 20 + k), true, least('${filledUntil}'::timestamptz - interval '1 second', granted_at + k * interval '20 hours')
from picked, generate_series(0, done - 1) as k;
insert into reviews (id, user_id, course_id, rating, body, created_at, updated_at)
select scale.id(${kinds.review}, number), user_id, course_id, 5 - floor(3 * scale.chance(90, number) ^ 2)::integer, 'Kelasnya ' || ${coined(91, 'number')} || ' dan jelas.', granted_at, granted_at
from picked where done > 0 and not refunded and scale.chance(95, number) < 0.045;

insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, paid_at, paid_amount_idr,
  refunded_amount_idr, payment_type, verified_at, next_check_at, instructor_id, created_at, updated_at)
select scale.id(${kinds.order}, number), user_id, 'course', course_id, title, buyer, email, price_idr, discount_percent, amount, 'KLS-' || lpad(number::text, 26, '0'),
  case when refunded then 'refunded' else 'paid' end, granted_at, amount, case when refunded then amount else 0 end, 'qris', granted_at,
  case when not refunded and granted_at > '${filledUntil}'::timestamptz - interval '180 days' then '${filledUntil}'::timestamptz + interval '1 hour' + scale.chance(96, number) * interval '1 day' end,
  instructor_id, granted_at - interval '10 minutes', granted_at
from picked where bought;
insert into transactions (id, student_id, kind, item_id, item_title, buyer_name, buyer_email, list_price_idr, discount_percent, amount_idr, order_id, state, instructor_id, created_at, updated_at)
select scale.id(${kinds.unpaid}, number), user_id, 'course', course_id, title, buyer, email, price_idr, discount_percent, amount, 'KLS-1' || lpad(number::text, 25, '0'), 'expired', instructor_id,
  granted_at - interval '3 days', granted_at - interval '2 days'
from picked where amount > 0 and scale.chance(97, number) < 0.05;
insert into transaction_lines (id, transaction_id, position, kind, item_id, item_title, instructor_id, list_price_idr, price_idr, refunded_amount_idr, receiver_id)
select scale.id(${kinds.order}, number), scale.id(${kinds.order}, number), 0, 'course', course_id, title, instructor_id, price_idr, amount, case when refunded then amount else 0 end, user_id
from picked where bought
union all
select scale.id(${kinds.unpaid}, number), scale.id(${kinds.unpaid}, number), 0, 'course', course_id, title, instructor_id, price_idr, amount, 0, user_id
from picked where amount > 0 and scale.chance(97, number) < 0.05;
insert into sold_lines (line_id, item_id, paid_at) select scale.id(${kinds.order}, number), course_id, granted_at from picked where bought;
insert into payment_events (id, order_id, dedupe, body, received_at, processed_at, verdict)
select scale.id(${kinds.event}, number), 'KLS-' || lpad(number::text, 26, '0'), sha256(convert_to('event' || number, 'UTF8')), jsonb_build_object('order_id', number, 'transaction_status', 'settlement'), granted_at, granted_at, 'paid'
from picked where bought;

create temporary table split on commit drop as
select number, refunded, granted_at, instructor_id, amount, fee, floor((amount - fee) * 70 / 100)::integer as instructor
from (select *, floor(amount * 0.029)::integer as fee from picked where bought) as sold;
insert into ledger_lines (id, entry_id, transaction_id, event, account, instructor_id, seller_id, amount_idr, booked_at)
select scale.id(${kinds.line}, split.number * 10 + side.place + entry.place * 4), scale.id(${kinds.entry}, split.number * 2 + entry.place), scale.id(${kinds.order}, split.number), entry.event, side.account,
  case when side.account = 'instructor' then instructor_id end, instructor_id, entry.sign * side.amount, granted_at + entry.place * interval '1 second'
from split
cross join (values (0, 'sale', 1), (1, 'refund', -1)) as entry (place, event, sign)
cross join lateral (values (0, 'gross', amount), (1, 'provider_fee', -fee), (2, 'instructor', -instructor), (3, 'platform', fee + instructor - amount)) as side (place, account, amount)
where (entry.place = 0 or refunded) and side.amount <> 0;

create temporary table numbered on commit drop as
select number, granted_at, amount, buyer, email, title, to_char(granted_at + interval '7 hours', 'YYYY/MM') as month,
  row_number() over (partition by to_char(granted_at + interval '7 hours', 'YYYY/MM') order by granted_at, number) as place
from picked where bought;
insert into invoices (transaction_id, number, issued_at, seller, buyer, lines, total_idr, tax_base_idr, tax_idr)
select scale.id(${kinds.order}, n.number), 'INV/' || n.month || '/' || to_char(coalesce(c.last_number, 0) + n.place, 'FM9999000000'), granted_at, '{"name": "Cendaki", "address": "", "email": "", "phone": "", "taxNumber": ""}',
  jsonb_build_object('name', buyer, 'email', email), jsonb_build_array(jsonb_build_object('description', title, 'amount', amount)), amount, amount, 0
from numbered n left join invoice_counters c on c.month = n.month;
insert into invoice_counters (month, last_number) select month, count(*) from numbered group by month
on conflict (month) do update set last_number = invoice_counters.last_number + excluded.last_number;`

export const traces = (count: number): string => `
insert into audit_entries (id, happened_at, actor_id, action, subject_kind, subject_id)
select scale.id(${kinds.entry}, -n), scale.instant(100, n, '2024-11-01'), scale.id(${kinds.staff}, 0), (array['user.created','user.disabled','settings.saved'])[1 + n % 3], 'user', n::text from generate_series(1, ${count}) as n;
insert into mails (id, kind, to_name, to_email, subject, text_body, html_body, state, created_at, sent_at)
select scale.id(${kinds.mail}, n), 'receipt', 'Siswa ' || n, 'siswa' || n || '@contoh.id', 'Terima kasih', 'Terima kasih.', '<p>Terima kasih.</p>', 'sent', scale.instant(110, n, '2026-08-01'), scale.instant(110, n, '2026-08-01')
from generate_series(1, ${count}) as n;`

export const counters = `
update courses set student_count = counted.students from (select course_id, count(*) as students from enrollments where revoked_at is null group by course_id) as counted where counted.course_id = courses.id;
update courses set rating_count = counted.reviews, rating_sum = counted.stars from (select course_id, count(*) as reviews, sum(rating) as stars from reviews where hidden_at is null group by course_id) as counted
where counted.course_id = courses.id;`

/** Figures as the triggers would have counted them. */
export const figures = `
insert into daily_figures select 'enrollments', course_id, jakarta_day(granted_at), count(*) from enrollments where revoked_at is null group by 2, 3;
insert into daily_figures select 'studying', course_id, jakarta_day(coalesce(last_accessed_at, granted_at)), count(*) from enrollments where revoked_at is null and finished_at is null group by 2, 3;
insert into daily_figures select 'completions', course_id, jakarta_day(completed_at), count(*) from completions group by 2, 3;
insert into daily_figures select 'opened', content_id, jakarta_day(coalesce(opened_at, noted_at)), count(*) from lesson_positions group by 2, 3;
insert into daily_figures select 'finished', content_id, jakarta_day(completed_at), count(*) from completions group by 2, 3;
insert into daily_figures select 'questions', content_id, jakarta_day(created_at), count(*) from course_questions where content_id is not null and not by_staff and deleted_at is null and hidden_at is null group by 2, 3;
insert into daily_figures select 'checkouts', l.item_id, jakarta_day(t.created_at), count(*) from transaction_lines l join transactions t on t.id = l.transaction_id group by 2, 3;
insert into daily_figures select 'instructor-students', c.instructor_id, date '1970-01-01', count(distinct e.user_id) from enrollments e join courses c on c.id = e.course_id where e.revoked_at is null group by 2;
insert into daily_figures select 'sign-ups', no_subject(), jakarta_day(created_at), count(*) from users where deleted_at is null group by 3;
insert into daily_figures select 'students', no_subject(), jakarta_day(created_at), count(*) from users where deleted_at is null and role = 'student' group by 3;
insert into daily_figures select 'transactions', item_id, jakarta_day(created_at), count(*) from transactions group by 2, 3;
insert into daily_figures select 'instructor-transactions', l.item_id, jakarta_day(t.created_at), count(*) from transaction_lines l join transactions t on t.id = l.transaction_id where l.instructor_id is not null group by 2, 3;
insert into daily_figures select 'sales', item_id, jakarta_day(paid_at), sum(amount_idr - refunded_amount_idr) from transactions where paid_at is not null group by 2, 3;
insert into daily_figures select 'ledger.' || account, coalesce(seller_id, no_subject()), jakarta_day(booked_at), sum(amount_idr) from ledger_lines group by 1, 2, 3;
insert into daily_figures select 'ledger.sales', coalesce(seller_id, no_subject()), jakarta_day(booked_at), count(*) from ledger_lines where account = 'gross' and event = 'sale' group by 2, 3;
insert into daily_figures select change.kind, change.subject, jakarta_day(booked_at), count(*) from ledger_lines s join transaction_lines l on l.id = s.transaction_id
cross join lateral (values (case s.event when 'sale' then 'sold' else 'refunded' end, l.item_id), (case s.event when 'refund' then 'ledger.refunds' end, coalesce(s.seller_id, no_subject()))) as change (kind, subject)
where s.account = 'gross' and change.kind is not null group by 1, 2, 3;
insert into daily_figures select kind, '00000000-0000-0000-0000-000000000000', day, sum(value) from daily_figures group by kind, day;
insert into total_figures select kind, subject, sum(value) from daily_figures group by kind, subject;`

/** The busiest instructor is the first one. */
export const sessions = (students: number): string => `
insert into sessions (id, token_hash, user_id, created_at, last_used_at, expires_at, proven_at)
select scale.id(${kinds.session}, n), sha256(convert_to(token, 'UTF8')), user_id, '${filledUntil}', '${filledUntil}', '${filledUntil}'::timestamptz + interval '10 days', '${filledUntil}'
from (
  select -1::bigint as n, '${adminToken}' as token, scale.id(${kinds.staff}, 0) as user_id
  union all select -2, '${instructorToken}', scale.id(${kinds.staff}, 1)
  union all select n, '${studentToken(0).slice(0, -1)}' || n, scale.id(${kinds.student}, n) from generate_series(1, ${students}) as n
) as signed_in;`

/** Ids of what the calls of student `number` read. */
export const studyOf = (number: number): string => `
select e.course_id::text as "courseId", (select id::text from contents where contents.course_id = e.course_id and position = 0) as "lessonId",
  (select id::text from transactions where student_id = e.user_id order by created_at desc limit 1) as "transactionId"
from enrollments e where e.user_id = scale.id(${kinds.student}, ${number}) and e.revoked_at is null order by e.course_id limit 5`
export const courseId = (number: number): string => `select scale.id(${kinds.course}, ${number})::text as id`
