import { expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

test.each([
  ['', 0],
  ["tes('satu', () => harap(1).sama(1))\ntes ('dua', () => {})", 2],
  ["// tes('x')\n/* tes('y') */ tes('z', () => 1)", 1],
  ['harap(\'tes(1)\').sama("tes(2)"); `tes(3)\n tes(4)`', 0],
  ["tes('kutip \\' tes(', () => 1)", 1],
  ['tes("pola", () => harap(/["\']tes(/.test(x)).benar())\ntes("lagi", () => 8 / 2 / tesku(1))', 2],
  ['objek.tes(1); protes(2); tesis(3); tes3(4); tesé(5)', 0],
  ["tes('belum ditutup", 1],
  ['/* tidak ditutup tes(1)', 0],
])('%j makes %i promises', (tests, count) => expect(countTests(tests, 'javascript')).toBe(count))

test.each([
  ["tes('satu', lambda: harap(7 // 2).sama(3))\ntes('dua', cek)", 2],
  ["# tes('x')\ntes('y', cek) # tes('z')", 1],
  ["'''\ntes('x')\n'''\n\"\"\"tes(1) ' \"\"\"\ntes('y', cek)", 1],
  ["tes('kali', lambda: harap(2 /(1)).sama(2)); tes(f\"a{b['c']}\", cek)", 2],
  ["tes('belum ditutup\ntes('lagi', cek)", 2],
])('%j makes %i promises in Python', (tests, count) => expect(countTests(tests, 'python')).toBe(count))

test.each([
  ' '.repeat(50_000),
  '/*'.repeat(25_000),
  '`'.repeat(49_999),
  'tes '.repeat(12_500),
  '/'.repeat(50_000),
  '\\'.repeat(50_000),
])('the longest tests are counted at once: %#', (tests) => {
  const start = Date.now()
  countTests(tests, 'javascript')
  countTests(tests, 'python')
  expect(Date.now() - start).toBeLessThan(500)
})
