/**
 * Everything that a stolen session must not be able to do: these calls need a proof of the last ten minutes that the session is used by its user. One
 * table, so that it can be read as a whole; the endpoints declare the same (`freshAdminEndpoint` …, or `freshProof: 'by-input'` where a text says for
 * which input). step-up.api.test.ts compares both, and walks the table with a proof of eleven minutes.
 */
export const freshProofs: Readonly<Record<string, 'always' | { for: string }>> = {
  // Accounts
  'POST /me/deletion': 'always',
  'PUT /admin/students/{id}/role': 'always',
  'PUT /admin/students/{id}/access': 'always',
  'PUT /admin/students/{id}/email': 'always',
  'POST /admin/students/{id}/reset-link': 'always',
  'POST /admin/students/{id}/deletion': 'always',
  'POST /admin/students': { for: 'accounts of staff' },
  'POST /admin/students/import': 'always',
  'POST /admin/students/invitations': 'always',

  // Ways to sign in
  'POST /me/two-step/totp': 'always',
  'POST /me/two-step/totp/confirm': 'always',
  'DELETE /me/two-step/totp': 'always',
  'POST /me/two-step/recovery-codes': 'always',
  'POST /me/passkeys/options': 'always',
  'POST /me/passkeys': 'always',
  'DELETE /me/passkeys/{id}': 'always',
  'DELETE /admin/students/{id}/two-step': 'always',

  // Money
  'POST /admin/transactions/{id}/accept': 'always',
  'POST /admin/transactions/{id}/refund': 'always',
  'POST /admin/refund-requests/{id}/approve': 'always',
  'PUT /me/bank-account': 'always',
  'POST /admin/bank-accounts/{id}/verify': 'always',
  'POST /payouts': 'always',
  'GET /admin/payouts/batches/{id}': 'always',
  'POST /admin/payouts/batches': 'always',
  'POST /admin/payouts/{id}/sent': 'always',
  'POST /admin/payouts/{id}/failed': 'always',

  // Exports of people and earnings
  'GET /admin/export': 'always',
  'GET /admin/students/export': 'always',
  'GET /admin/transactions/export': 'always',
  'GET /admin/earnings/export': 'always',
  'GET /admin/privacy/incidents/export': 'always',
  'GET /courses/{id}/students/export': 'always',
  'GET /courses/{id}/content/{contentId}/results/export': 'always',

  // The site itself
  'PUT /admin/settings': { for: 'where payments go, seller, contact address, and staff who no longer need two steps' },
  'POST /admin/certificate-keys': 'always',
  'POST /admin/api-keys': 'always',
  'DELETE /admin/api-keys/{id}': 'always',
  'POST /admin/webhooks': 'always',
  'PATCH /admin/webhooks/{id}': 'always',
  'DELETE /admin/webhooks/{id}': 'always',
  'POST /admin/webhooks/{id}/secret': 'always',
}
