import { expect, test } from 'vitest'
import { readPhone } from './phone.ts'

test.each([
  '0812 3456 7890',
  '0812-3456-7890',
  '(0812) 3456.7890',
  '81234567890',
  '6281234567890',
  '+6281234567890',
  '+62 812 3456 7890',
  '+62 0812 3456 7890',
  '62081234567890',
  '006281234567890',
  '+62 (0) 812-3456-7890',
  "'081234567890",
  'tel:+6281234567890',
  'wa.me/6281234567890',
  'https://api.whatsapp.com/send?phone=6281234567890',
  '0812/3456/7890',
  '\u202A+62 812‑3456‑7890\u202C',
  '０８１２３４５６７８９０',
  '٠٨١٢٣٤٥٦٧٨٩٠',
  '\u00A00812\u00A03456\u00A07890\u200B',
])('%j is one Indonesian number', (typed) =>
  expect(readPhone(typed)).toEqual({ number: '6281234567890', shown: '+62 812 3456 7890' }),
)

test.each([
  ['+65 9123 4567', '6591234567'],
  ['6591234567', '6591234567'],
  ['+81 90 1234 5678', '819012345678'],
  ['0060 12-345 6789', '60123456789'],
])('%j has the code of another country', (typed, number) => expect(readPhone(typed)?.number).toBe(number))

test.each([
  '',
  '0',
  '12345',
  '8123456',
  '021 555 1234',
  '0800 1 234 5678',
  '+62 21 5551234',
  '0812 3456 7890 ext 2',
  'nomorku 081234567890',
  '+999 1234567',
  '0812345678901234',
])('%j is no number for messages', (typed) => expect(readPhone(typed)).toBeNull())
