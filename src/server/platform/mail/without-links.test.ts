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
  'dr. Budi Santoso, Sp.PD-KGEH, M.Kes.',
  'Ir. Joko, IPU, ASEAN.Eng.',
  'Tono, S.Trop., M.Manaj.',
  'Drs. H. Eko, M.M.Pd.',
  'Prof.Dr. Ani, M.A.Min.',
  'Dr.Hj. Siti, Dipl.Ing.',
])('%s stays as it is', (name) => expect(withoutLinks(name)).toBe(name))

test.each([
  'Menang di jahat.example',
  'A.Com',
  'Klik S.Jahat.Com',
  'www.jahat.id',
  'X.Co',
  'M.Jahat.Id',
  'Ab.Net',
  'M.M.Com',
  'Prof.Dr.Jahat.Com',
  'Dr.Ir',
])('%s is no link', (name) => expect(withoutLinks(name)).not.toMatch(/\p{L}\.\p{L}/u))
