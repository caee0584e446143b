import { expect, test } from 'vitest'
import { startTestSite } from '#testing/test-site.ts'

test('of two admins who demote or disable each other concurrently one remains', async () => {
  const site = await startTestSite()
  try {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await site.createAdmin(), await site.createAdmin()]
      const responses = await Promise.all([
        site.call('PUT', `/admin/students/${other.id}/role`, { token: one.token, body: { role: 'student' } }),
        site.call('PUT', `/admin/students/${one.id}/access`, { token: other.token, body: { disabled: true } }),
      ])
      // The second request may already be signed out, or be rejected as the last admin.
      expect(responses.filter((response) => response.status === 200).length).toBe(1)
      for (const { status } of responses) expect([200, 401, 409]).toContain(status)
      const { rows } = await site.app.modules.users.listUsers({ role: 'admin', state: 'active', page: 1, limit: 10 })
      expect(rows).toHaveLength(1)
      // Removes the remaining admin for the next round.
      await site.database.query.execute(`update users set role = 'student'`)
    }
  } finally {
    await site.close()
  }
})
