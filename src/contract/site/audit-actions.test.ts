import { expect, test } from 'vitest'
import { auditActions, auditKinds, subjectKindOf, type AuditAction } from './audit-actions.ts'

test('the kind of the subject of every action has a word', () => {
  const actions = Object.keys(auditActions) as AuditAction[]
  expect(actions.filter((action) => !(subjectKindOf(action) in auditKinds))).toEqual([])
  expect([subjectKindOf('captions.saved'), subjectKindOf('payout.sent')]).toEqual(['content', 'payout'])
})
