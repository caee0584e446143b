-- Of erased givers: nobody can claim a gift that is not paid or whose money went back, so its receiver was kept for nothing.
update gifts g
set email = 'terhapus-' || t.student_id || '@invalid', name = 'Pengguna terhapus', message = ''
from transactions t
where t.id = g.transaction_id and t.buyer_email like '%@invalid' and t.state not in ('paid', 'partially_refunded');
