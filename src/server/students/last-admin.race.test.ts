import { expect, test } from 'vitest'
import { startTestSite } from '#testing/test-site.ts'

test('two admins who demote or disable each other at the same moment leave one of them', async () => {
  const site = await startTestSite()
  try {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await site.createAdmin(), await site.createAdmin()]
      const answers = await Promise.all([
        site.call('PUT', `/admin/students/${other.id}/role`, { token: one.token, body: { role: 'student' } }),
        site.call('PUT', `/admin/students/${one.id}/access`, { token: other.token, body: { disabled: true } }),
      ])
      // The loser may already be signed out, or meet the rule.
      expect(answers.filter((answer) => answer.status === 200).length).toBe(1)
      for (const { status } of answers) expect([200, 401, 409]).toContain(status)
      const { rows } = await site.app.modules.students.list({ role: 'admin', state: 'active', page: 1, limit: 10 })
      expect(rows).toHaveLength(1)
      // The stage is cleared for the next round.
      await site.database.query.execute(`update users set role = 'student'`)
    }
  } finally {
    await site.close()
  }
})
