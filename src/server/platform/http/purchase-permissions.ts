// The rows of purchases for permissions.api.test.ts.

export type PurchaseWorld = { transactionId: string; promoCodeId: string; payoutId: string }
type Transaction = Pick<PurchaseWorld, 'transactionId'>
type OfCourse = { courseId: string }
type MyCode = Pick<PurchaseWorld, 'promoCodeId'> & OfCourse
/** A promo code as an instructor makes it. */
export const myCode = (courseId: string) => ({
  code: 'GURU-1',
  kind: 'percent',
  value: 10,
  categoryId: null,
  courseId,
  ebookId: null,
  startsAt: '2020-01-01T00:00:00Z',
  endsAt: '2020-01-02T00:00:00Z',
  totalLimit: null,
  perStudentLimit: null,
})
const transaction = (after = '') => ({
  url: ({ transactionId }: Transaction) => `/my-transaction/${transactionId}${after}`,
})

const sold = (after = '') => ({
  owners: ['instructor', 'co-teacher', 'admin'] as const,
  url: ({ courseId }: OfCourse) => `/admin/courses/${courseId}/sales${after}`,
})

export const purchaseOwners = {
  'GET /admin/courses/{id}/sales': sold(),
  'GET /admin/courses/{id}/sales/export': sold('/export'),
  'POST /payouts/{id}/withdraw': {
    owners: ['instructor'],
    url: ({ payoutId }: Pick<PurchaseWorld, 'payoutId'>) => `/payouts/${payoutId}/withdraw`,
  },
  'GET /payouts/{id}/proof': {
    owners: ['instructor', 'admin'],
    url: ({ payoutId }: Pick<PurchaseWorld, 'payoutId'>) => `/payouts/${payoutId}/proof`,
  },
  'GET /my-transaction/{id}': { owners: ['student', 'admin'], ...transaction() },
  'POST /my-transaction/{id}/refresh': { owners: ['student', 'admin'], ...transaction('/refresh') },
  'POST /my-transaction/{id}/refund-request': {
    owners: ['student'],
    ...transaction('/refund-request'),
    body: () => ({ reason: 'Bukan yang kucari' }),
  },
  // The transaction is no payment by hand.
  'PUT /my-transaction/{id}/refund-account': {
    owners: ['student'],
    ...transaction('/refund-account'),
    body: () => ({ bank: 'BCA', number: '12345', holder: 'Rina' }),
  },
  'POST /my-transaction/{id}/proof': {
    owners: ['student'],
    ...transaction('/proof'),
    form: () => ({ proof: new File(['x'], 'bukti.png', { type: 'image/png' }) }),
  },
  'GET /my-transaction/{id}/proof': { owners: [], ...transaction('/proof') },
  // The transaction is no gift.
  'POST /my-transaction/{id}/gift': { owners: [], ...transaction('/gift'), body: () => ({}) },
  'POST /my-transaction/{id}/gift/link': { owners: [], ...transaction('/gift/link') },
  'POST /my-transaction/{id}/cancel': { owners: ['student'], ...transaction('/cancel') },
  // Admins change the codes of instructors where all codes are.
  'PUT /me/promo-codes/{id}': {
    owners: ['instructor'],
    url: ({ promoCodeId }: MyCode) => `/me/promo-codes/${promoCodeId}`,
    body: ({ courseId }: MyCode) => myCode(courseId),
  },
  'DELETE /me/promo-codes/{id}': {
    owners: ['instructor'],
    url: ({ promoCodeId }: MyCode) => `/me/promo-codes/${promoCodeId}`,
  },
  'POST /my-transaction/{id}/receipt': { owners: ['student', 'admin'], ...transaction('/receipt') },
} as const

/** The path names what is for sale; the call affects only the caller's own data. */
export const purchasesWithoutOwner = [
  'PUT /me/wishlist/{kind}/{itemId}',
  'DELETE /me/wishlist/{kind}/{itemId}',
  'PUT /me/cart/{kind}/{itemId}',
  'DELETE /me/cart/{kind}/{itemId}',
  'POST /gifts/{token}/claim',
  'PUT /me/paths/{id}',
  'DELETE /me/paths/{id}',
  'POST /paths/{id}/certificate',
] as const
