import { expect, test } from 'vitest'
import { reasonIn } from './backup-schedule.ts'

test.each([
  ['No backup was made: the disk is full\n', 'the disk is full'],
  ['warning: BACKUP_KEP is not a setting\nNo backup was made: the disk is full\n', 'the disk is full'],
  ['No backup was made: TypeError: x\n    at y\n', 'TypeError: x'],
  ['warning: BACKUP_KEP is not a setting\nFATAL ERROR: heap out of memory\n', 'FATAL ERROR: heap out of memory'],
  ['warning: BACKUP_KEP is not a setting\n', 'its process ended without a reason'],
  ['', 'its process ended without a reason'],
])('of %j the cause is recorded', (output, reason) => expect(reasonIn(output)).toBe(reason))
