import { expect, test } from 'vitest'
import { sameText } from './same-text.ts'

test.each([
  ['Jum\u2019at', "jum'at"],
  ['Jum\u02BCat', "Jum'at"],
  ['Jum\u2018at', 'JUM\u0060AT'],
  ['\u201Cya\u201D', '"ya"'],
  ['2020\u20132021', '2020-2021'],
  ['a \u2014 b', 'a - b'],
  ['\u22125', '-5'],
  ['caf\u00E9', 'cafe\u0301'],
  ['Rp\u00A010', ' Rp  10 '],
  ['\uFB01gma', 'figma'],
  ['ma\u00ADkan', 'makan'],
])('%j equals %j', (one, other) => expect(sameText(one)).toBe(sameText(other)))
test.each([
  ['Jumat', "Jum'at"],
  ['a-b', 'a b'],
])('%j is not %j', (one, other) => expect(sameText(one)).not.toBe(sameText(other)))
