import { expect, test } from 'vitest'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { closureText } from './closure-text.ts'

const lessons = [{ _id: 'a', title: 'Variabel' } as LessonSummary]

test.each([
  [{ opensAfter: 'a' }, "Terbuka setelah 'Variabel' selesai"],
  [{ opensAfter: 'b' }, "Terbuka setelah 'materi sebelumnya' selesai"],
  // Midnight in western Indonesia.
  [{ opensAt: '2026-12-06T17:00:00.000Z' }, 'Terbuka Senin, 7 Des'],
  [{ opensAt: '2026-12-06T16:59:59.999Z' }, 'Terbuka Minggu, 6 Des'],
])('%o is shown as "%s"', (closure, text) => expect(closureText(closure, lessons)).toBe(text))
