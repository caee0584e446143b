import { expect, test } from 'vitest'
import { withoutLinks } from './without-links.ts'

test.each([
  'Siti Aminah, S.Kom., M.T.',
  'Budi, S.Pd.I., M.Pd.',
  'Rina, S.Akun.',
  'Andi, M.Biotek.',
  'Dewi, A.Ma.Pd.',
  'Joko, S.ST., M.Tr.Kom.',
  'Prof. Dr. Ir. H. Rudi, M.Sc., Ph.D.',
  'Lia, S.Ked., Sp.A.',
  'Tono, S.Trop., M.Manaj.',
])('%s stays as it is', (name) => expect(withoutLinks(name)).toBe(name))

test.each(['Menang di jahat.example', 'A.Com', 'Klik S.Jahat.Com', 'www.jahat.id', 'X.Co', 'M.Jahat.Id', 'Ab.Net'])(
  '%s is no link',
  (name) => expect(withoutLinks(name)).not.toMatch(/\p{L}\.\p{L}/u),
)
